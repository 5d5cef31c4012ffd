"""Eyes: frames in, cards out. Pure: no Django, no I/O, no clock, no chance; loaded networks are arguments."""
