"""Play as video: a whole table at play drawn as frames, with the truth beside them. Pure and seeded."""
