"""From a camera, a film or a folder to frames, and from what was seen in them to the server. No Django in here."""
