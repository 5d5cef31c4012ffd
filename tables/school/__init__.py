"""Dealer school: a trainee deals any game to simulated players, and the engine judges every step. No money, no table.

plans     what is trained: the terms, how many players and rounds, whether prompts are shown
acts      what a dealer can do at any table of a game, whether it is due or not
deeds     what an act puts on the felt
judging   what is right now, and whether an act is
clauses   which rule demands a step
speaking  what guests say and do by themselves; lapses: what of it a dealer must notice
exercise  one round: acts and words become facts, and mistakes (marks) are marked at once
session   one exercise after another
"""
