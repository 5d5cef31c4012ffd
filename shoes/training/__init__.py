"""Training of the two networks: reads fonts and artwork, draws scenes, learns, exports to `shoes/weights`."""
