"""``python -m lairkeeper`` is ``lairkeeper``."""

from lairkeeper.cli import main

if __name__ == "__main__":
    main()
