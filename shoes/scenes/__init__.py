"""Pictures of cards drawn with the truth beside them. Pure: seeded by the caller, no files, no clock."""
