"""PostgreSQL and Valkey from wheels, for one machine without an account or a configuration."""
