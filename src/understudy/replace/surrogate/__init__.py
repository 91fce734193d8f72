"""The strategy that writes coherent stand-ins: bundles, what the policy says of them, pricing."""
