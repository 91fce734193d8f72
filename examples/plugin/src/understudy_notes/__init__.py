"""Case notes, initials and room numbers for Understudy."""
