#!/usr/bin/env python3
"""What cpguard reads of YAML documents against PyYAML's safe_load.

usage: yaml_oracle.py [--dump PATH] [--seed S] [--count N] [--max-shown N]

Three kinds of random documents: configurations as people write them, the same with a few
characters changed, and soups of YAML's own tokens. Where the reader gives values, safe_load has
to give the same, in the same order, from the same lines. What it calls no YAML, safe_load or
libyaml has to reject. That it does not read a document is allowed, but not for a configuration
that safe_load reads.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
DEFAULT_DUMP = HERE.parent.parent / "build/tests/oracle/yaml_dump"
BATCH = 500

SCALARS = """true false yes No ON off y n True TRUE tRue null ~ Null nULL 0 1 -1 +12 4 007 0o7 08
010 0x10 0xFg 0X1 -0x1f 0b101 0b2 0_ 1_000 1__0 _1 1_ 1:30 190:20:30 1:60 0:1 -1:5 1:05 1.5 .5 -.5
5. 1e5 1.e5 1.5e+3 1.5e3 .1e-2 1.2.3 1_0.5 .inf -.INF .nan -.nan .NaN 1:30.5 -1:30.5_0 1e-400
1.0e+999 2001-01-01 2001-1-1 2001-01-01T00:00:00Z 2000-02-29 2001-12-14t21:59:43.10-05:00 << a abc
a-b a_b --x /models/x zai-org/GLM-5 http://h:80/p a:b :a -a $HOME ${X} a%b ١ é 日本 😀 0.0 -0.0 -0
99999999999999999999 0x7fffffffffffffff 12e03 00 0x0 685_230.15 a#b a'b a"b a&b a*b @ a@b""".split()
WORDY = ["2001-12-14 21:59:43.10 -5", "2001-12-14 21:59:43", "a b", "a # b", "a #b", "'a''b'",
         '"a"', "a,b", "a]", "a}", "", "a b c", '"a\\tb\\u00e9"']
# What safe_load raises on, in some places or in all; and what is not read.
ODDITIES = """0b_ 0x_ 2001-13-01 2001-02-29 = << -?a ?a a? %x @ ` !a &a *a [a {a 0xffffffffffffffff
0b111111111111111111111111111111111111111111111111111111111111111111111
1:1:1:1:1:1:1:1:1:1:1:1:1:1:1""".split() + ["2001-12-14 25:00:00", "2001-12-14 21:59:43 +24:00",
                                           "- a", "a: b", "a\tb", " ", '"a\tb"', '"\\q"']
KEYS = ["allgather_cp", "context_parallel_size", "hf_checkpoint", "megatron", "role", "overrides",
        "a", "b", "c", "=", "yes", "1", "0x1", "true", "null", "~", "1.0", "2001-01-01",
        "a b", "'a'", '"a"', "? a", "é"]
TAGS = ["!!str", "!!null", "!", "!<tag:yaml.org,2002:str>", "!!int", "!!float", "!!bool",
        "!!timestamp", "!!seq", "!!map", "!!binary", "!!set", "!foo", "!!python/none"]
PIECES = ["a", "b", "allgather_cp", ": ", ":", "- ", "-", "\n", "\n  ", "\n    ", " ", "  ", "\t",
          "{", "}", "[", "]", ",", ", ", '"', "'", '"x"', "'y'", "&a ", "*a", "<<: ", "<<: *a",
          "!", "!!str ", "!!int ", "|", ">", "|-\n  ", ">+\n  ", "|2\n", "# c", "#", " #", "? ",
          "?", "%", "%YAML 1.1\n", "%YAML 1.2\n", "%TAG ! tag:x,2000:\n", "---", "---\n", "--- ",
          "...", "...\n", "true", "12", "~", "@", "`", "\\", "\\n", "\\x41", "\\u00e9", "\\'",
          "\\/", "\\ud800", "\r\n", "\r", "\x85", "\u2028", "\ufeff", "é", "日本", "😀", "\x00",
          "\x07", "\x7f", "=", "2001-01-01", "-1", "x: 1\n", "- 1\n", "a: b: c", "x:y", "a?b",
          "?x", "{a: 1}", '{"a":1}', "[a:b]", "[?]", "\"a\n  b\"", "\"a\\\n  b\"", "a\n  b\n"]


class Entries(list):
    """The entries of a mapping: (key, value, line)."""


class Time(str):
    pass


class Loader(yaml.SafeLoader):
    """safe_load, but mappings keep their order, their duplicates and their lines."""

    def map(self, node):
        entries = Entries()
        yield entries
        self.construct_mapping(node)
        for key, value in node.value:
            entries.append((self.construct_object(key), self.construct_object(value),
                            key.start_mark.line + 1))

    def time(self, node):
        self.construct_yaml_timestamp(node)
        return Time(node.value)


Loader.add_constructor("tag:yaml.org,2002:map", Loader.map)
Loader.add_constructor("tag:yaml.org,2002:timestamp", Loader.time)


def as_text(document):
    """The document as open(path) reads it: UTF-8, line ends made one."""
    return document.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def attempt(loader, text):
    """(True, value), or (False, why) when it raises."""
    try:
        return True, yaml.load(text, Loader=loader)
    except (yaml.YAMLError, ValueError, KeyError, IndexError, AttributeError, TypeError,
            RecursionError, OverflowError) as error:
        return False, f"{type(error).__name__}: {error}"


def encode(value):
    """A value as yaml_dump writes it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Time):
        return {"time": str(value)}
    if isinstance(value, str):
        return {"str": value}
    if isinstance(value, int):
        return {"int": str(value)}
    if isinstance(value, float):
        return {"float": "nan" if value != value else value.hex()}
    if isinstance(value, Entries):
        return {"map": [[encode(key), encode(entry), line] for key, entry, line in value]}
    if isinstance(value, list):
        return [encode(item) for item in value]
    return {"other": repr(value)}


def normal(value):
    """What yaml_dump wrote, with floats in Python's spelling."""
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, dict) and "float" in value:
        number = float.fromhex(value["float"])
        return {"float": "nan" if number != number else number.hex()}
    if isinstance(value, dict) and "map" in value:
        return {"map": [[normal(key), normal(entry), line] for key, entry, line in value["map"]]}
    return value


def difference(document, ordinary, answer):
    """What is wrong with the reader's answer, or None."""
    try:
        text = as_text(document)
    except UnicodeDecodeError:
        return None if answer.get("error") == "syntax" else "read, though it is no UTF-8"
    good, value = attempt(Loader, text)
    if "root" in answer:
        if not good:
            return f"read, and safe_load raises {value}"
        expected = encode(value)
        if normal(answer["root"]) != expected:
            return f"read as {normal(answer['root'])}, not {expected}"
        return None
    if answer["error"] == "syntax":
        if good and attempt(getattr(yaml, "CSafeLoader", yaml.SafeLoader), document)[0]:
            return f"'{answer['text']}', and safe_load gives {value!r}"
        return None
    if answer["error"] == "limit" and not (ordinary and good):
        return None
    return f"not read: {answer['text']}"


def scalar(rng, odd):
    kind = rng.random()
    text = rng.choice(SCALARS if kind < 0.85 else WORDY)
    if odd and kind < 0.1:
        return rng.choice(ODDITIES)
    if rng.random() < 0.15:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if rng.random() < 0.1:
        return "'" + text.replace("'", "''") + "'"
    return text


class Configuration:
    """A document with anchors, merge keys, comments, in block and flow style."""

    def __init__(self, rng, odd):
        self.rng = rng
        self.odd = odd  # tags that are not read, aliases of what is not there
        self.anchors = []
        self.named = 0

    def properties(self, tagged):
        rng = self.rng
        text = ""
        if rng.random() < 0.08:
            self.named += 1
            text += f"&a{self.named} "
            if self.odd:
                self.anchors.append(f"a{self.named}")
        if tagged and rng.random() < (0.1 if self.odd else 0.03):
            text += rng.choice(TAGS if self.odd else TAGS[:4]) + " "
        return text

    def alias(self):
        return "*" + self.rng.choice(self.anchors)

    def flow(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth > 2 or kind < 0.6:
            return scalar(rng, self.odd)
        if kind < 0.8:
            return "[" + ", ".join(self.flow(depth + 1) for _ in range(rng.randint(0, 3))) + "]"
        return "{" + ", ".join(f"{rng.choice(KEYS)}: {self.flow(depth + 1)}"
                               for _ in range(rng.randint(0, 3))) + "}"

    def comment(self):
        return self.rng.choice(["", "", "", "", " # why", "  #\tx: 1"])

    def node(self, depth, indent):
        """What stands behind `key:` or `-`, with its line end."""
        named = self.named
        text = self.unnamed(depth, indent)
        # In an odd document, an alias may lie within its own anchor.
        if text.lstrip().startswith("&") and not self.odd:
            self.anchors.append(f"a{named + 1}")
        return text

    def unnamed(self, depth, indent):
        rng = self.rng
        kind = rng.random()
        if self.anchors and kind < 0.08:
            return f" {self.alias()}{self.comment()}\n"
        properties = self.properties(depth > 3 or kind < 0.55 or self.odd)
        if depth > 3 or kind < 0.55:
            return f" {properties}{scalar(rng, self.odd)}{self.comment()}\n"
        if kind < 0.65:
            return f" {properties}{self.flow(0)}{self.comment()}\n"
        if kind < 0.72:
            lines = "".join(f"{' ' * (indent + 2)}{rng.choice(SCALARS + WORDY)}\n"
                            for _ in range(rng.randint(1, 3)))
            return f" {properties}{rng.choice('|>')}{rng.choice(['', '-', '+'])}\n{lines}"
        block = self.mapping if kind < 0.88 else self.sequence
        return f" {properties.strip()}\n{block(depth + 1, indent + 2)}"

    def mapping(self, depth, indent):
        rng = self.rng
        text = ""
        for _ in range(rng.randint(1, 4)):
            if self.anchors and rng.random() < 0.15:
                value = rng.choice([self.alias(), f"[{self.alias()}, {self.alias()}]"])
                text += f"{' ' * indent}<<: {value}\n"
            else:
                text += f"{' ' * indent}{rng.choice(KEYS)}:{self.node(depth, indent)}"
        return text

    def sequence(self, depth, indent):
        return "".join(f"{' ' * indent}-{self.node(depth, indent)}"
                       for _ in range(self.rng.randint(1, 3)))

    def text(self):
        rng = self.rng
        head = rng.choice(["", "", "", "---\n", "# a comment\n", "%YAML 1.1\n---\n", "\ufeff"])
        tail = rng.choice(["", "", "", "...\n", "# the end", "---\n"])
        body = self.mapping(0, 0) if rng.random() < 0.9 else self.sequence(0, 0)
        text = head + body + tail
        return text.replace("\n", "\r\n") if rng.random() < 0.05 else text


def changed(rng, text):
    """The text with a few characters put in, taken out or doubled."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        how = rng.random()
        if how < 0.5:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif how < 0.8:
            text = text[:at] + text[at + rng.randint(1, 4):]
        else:
            text = text[:at] + text[at:at + 8] + text[at:]
    return text


def document(rng):
    """(bytes, whether it is one as people write them)"""
    kind = rng.random()
    if kind < 0.4:
        odd = rng.random() < 0.3
        return Configuration(rng, odd).text().encode(), not odd
    if kind < 0.75:
        return changed(rng, Configuration(rng, True).text()).encode(), False
    text = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 14))).encode()
    if rng.random() < 0.02:
        text = text[:rng.randint(0, len(text))] + bytes([rng.randint(128, 255)]) + text
    return text, False


def answers(dump, documents):
    given = b"".join(b"%d\n%s" % (len(text), text) for text, _ in documents)
    done = subprocess.run([dump], input=given, capture_output=True, timeout=300)
    lines = done.stdout.decode().splitlines()
    if done.returncode or len(lines) != len(documents):
        sys.exit(f"{dump} ended with {done.returncode} after {len(lines)} documents: "
                 f"{done.stderr.decode(errors='replace')[-2000:]}")
    return [json.loads(line) for line in lines]


def main():
    parser = argparse.ArgumentParser(description="cpguard's YAML against PyYAML.")
    parser.add_argument("--dump", default=str(DEFAULT_DUMP))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--max-shown", type=int, default=10)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    failed = read = done = 0
    while done < options.count:
        documents = [document(rng) for _ in range(min(BATCH, options.count - done))]
        done += len(documents)
        for (text, ordinary), answer in zip(documents, answers(options.dump, documents)):
            wrong = difference(text, ordinary, answer)
            read += "root" in answer
            failed += wrong is not None
            if wrong and failed <= options.max_shown:
                print(f"{text!r}: {wrong}")
    print(f"{done} documents, {read} read")
    if read < done / 10:
        print("too few of them are read for this to be a test")
        failed += 1
    print(f"{done - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
