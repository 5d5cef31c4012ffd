"""Is the installation well? Heartbeats of what must happen regularly, probes, and the addresses that tell of them."""
