"""What a release is still good for: tasks, learners, and the table of scores."""
