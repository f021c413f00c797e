"""Runs the test functions of one module under MicroPython: micropython runner.py MODULE. Prints what failed."""

import sys


def main(name):
    """Exit code 0 when every test of the module passed; the last line is 'N ran, M failed'."""
    module = __import__(name)
    ran = 0
    failed = 0
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            ran += 1
            try:
                getattr(module, test)()
            except Exception as error:
                failed += 1
                print("FAILED", name, test)
                sys.print_exception(error)
    print(ran, "ran,", failed, "failed")
    return 1 if failed or not ran else 0


sys.exit(main(sys.argv[1]))
