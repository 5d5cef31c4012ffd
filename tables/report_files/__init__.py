"""A report's table written for people: printed cells, CSV, XLSX, PDF, each in the language that is active."""
