"""``python -m lairkeeper`` is ``lairkeeper``."""

from lairkeeper.start import main

if __name__ == "__main__":
    main()
