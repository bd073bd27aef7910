"""`python -m bench`: every benchmark, one report."""

from bench.reporting import main

if __name__ == "__main__":
    main()
