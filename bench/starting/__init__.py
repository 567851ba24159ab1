"""The parts of ``bench/startup.py``: a host, a plain page, tabs of three engines, what is timed in them."""
