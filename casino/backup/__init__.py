"""One file that holds a house: its database as of one moment, its pictures, checkpoints and keys, with a hash of each.

manage.py backup FILE      while the tables are open
manage.py restore FILE     into an empty database
"""
