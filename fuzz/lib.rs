//! Empty: the fuzz targets are tests, see `tests/`. `scripts/fuzz.sh` runs each for a minute.
