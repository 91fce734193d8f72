"""The rules that merging asks one by one: what a name is and where it ends, what is nobody, what
stands beside marked names."""
