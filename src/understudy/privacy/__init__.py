"""The mathematics of privacy: accounting, composition, the private choice, bills, intervals.
Each function cites its proof."""
