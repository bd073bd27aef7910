"""`python -m bench`: every benchmark, one report."""

from bench.report import main

if __name__ == "__main__":
    main()
