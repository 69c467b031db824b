"""Words and rows of styled text, for whoever shows a game: lines, screens, reports and logs."""
