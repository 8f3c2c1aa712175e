"""The command line of the package: `python -m ruleboard`."""

import sys

from ruleboard.console.main import main

sys.exit(main())
