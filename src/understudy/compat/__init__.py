"""Drop-ins for the interfaces of other tools."""
