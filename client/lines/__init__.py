"""Line mode: everything as lines that are printed and typed."""
