"""`python -m gameengine`."""

import sys

from gameengine.cli import main

if __name__ == "__main__":
    sys.exit(main())
