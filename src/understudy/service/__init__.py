"""De-identification over HTTP: our own interface, and Presidio's."""
