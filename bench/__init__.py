"""Measurements of the whole service, each as a ratio or a distribution in one run: `make bench`.

Every other module here is one measurement: a docstring that says what it measures and its aim, and `run(place)`, which
prints its figures. Load comes from this machine and goes to this machine only, bounded in count and time.
"""
