"""Reports as values. Pure: figures in, one table out; no Django, no clock, no language."""
