"""The face of each game: what says where its words, questions, lessons and screens are."""
