#!/usr/bin/env python3
"""other-release.py PLUGIN.so OTHER.so: copies the plugin as if built for another Slurm release.

Slurm compares the plugin's plugin_version, which SPANK_PLUGIN makes of the release's numbers
(slurm 21.08 and later: slurm/spank.h), with its own.
"""

import struct
import subprocess
import sys


def offset_of(path, symbol):
    """Where in the file the symbol's value is."""
    names = subprocess.run(["nm", "-D", path], check=True, capture_output=True, text=True).stdout
    address = next(int(line.split()[0], 16) for line in names.splitlines() if line.endswith(" " + symbol))
    segments = subprocess.run(["readelf", "-lW", path], check=True, capture_output=True, text=True).stdout
    for line in segments.splitlines():
        words = line.split()
        if words[:1] == ["LOAD"]:
            offset, start, size = (int(words[i], 16) for i in (1, 2, 4))
            if start <= address < start + size:
                return address - start + offset
    raise SystemExit(f"{path}: {symbol} is in no segment")


def main():
    source, target = sys.argv[1:]
    with open(source, "rb") as file:
        plugin = bytearray(file.read())
    at = offset_of(source, "plugin_version")
    (version,) = struct.unpack_from("=I", plugin, at)
    # The middle byte is the minor release: 22.05 becomes 22.06.
    struct.pack_into("=I", plugin, at, version + 0x100)
    with open(target, "wb") as file:
        file.write(plugin)


main()
