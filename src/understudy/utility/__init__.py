"""How useful a release still is: tasks, learners and the table of scores."""
