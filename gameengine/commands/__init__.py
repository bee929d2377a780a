"""The commands of `python -m gameengine`, one module each with `configure` and `run`."""
