#!/usr/bin/env python3
"""Checks a campaign of Treffer without Treffer: checks 0 to 5 of verify.md, section 7, on an export.

Python 3.9 or newer and nothing else. Check 6 (the rules) is not made: it needs the rulebooks.
Exit code 0: all that was checked holds; 1: something is wrong; 2: it could not be checked.
"""
import argparse, base64, hashlib, hmac, json, re, sys
from collections import Counter
from datetime import datetime
from functools import reduce
LONGEST = 1 << 20  # bytes of a line or a checkpoint that are looked at; the service records at most 64 KiB

def sha256(data):
    return hashlib.sha256(data).digest()
def show(text):  # with escapes for all that a terminal might obey: a text may be an enemy's
    return repr(text if len(text) <= 200 else text[:200] + "…")
def demand(good, what):
    if not good:
        raise ValueError(what)

# --- The form of an entry (section 1): its members in order, "?" for those that may be missing, and their types
COMMON = "v:1 campaign:uuid seq:count at:time kind:text"
KINDS = {
    "chain": "chain:count length:positive anchor:hex", "settings": "settings:settings by:text",
    "contribution": "player:text value:text chain?:count",
    "ruling": "chain:count link:positive seed:hex table:hex by:text actor?:text ruleset:text version:text action:text "
              "request:object rolls:rolls outcome:any",
    "note": "about:count text:text by:text", "closed": "by:text"}
SETTINGS, ROLL = "requireIdempotencyKey:boolean contribution:choice rulesets?:texts", "for:text sides:sides values:list"
def integer(low, high=2**53 - 1):
    return lambda x: type(x) is int and low <= x <= high  # true is no integer
def text(pattern):
    return lambda x: isinstance(x, str) and re.fullmatch(pattern, x, re.ASCII) is not None
TYPES = {
    "1": integer(1, 1), "count": integer(0), "positive": integer(1), "sides": integer(2, 256), "any": lambda x: True,
    "text": text("[^\ud800-\udfff]*"), "hex": text("[0-9a-f]{64}"), "choice": text("optional|required"),
    "uuid": text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "digits": text(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z"),
    "time": lambda x: TYPES["digits"](x) and datetime.fromisoformat(x[:-1]),  # a ValueError for the 30th of February
    "object": lambda x: isinstance(x, dict), "list": lambda x: isinstance(x, list),
    "texts": lambda x: isinstance(x, dict) and all(map(TYPES["text"], [*x, *x.values()])),
    "settings": lambda x: isinstance(x, dict) and not fault(x, SETTINGS), "boolean": lambda x: isinstance(x, bool),
    "roll": lambda x: isinstance(x, dict) and not fault(x, ROLL) and all(map(integer(1, x["sides"]), x["values"])),
    "rolls": lambda x: isinstance(x, list) and all(map(TYPES["roll"], x))}
def fault(x, wanted):
    """What is wrong with the members of an object, their order included."""
    members = [member.split(":") for member in wanted.split() if "?" not in member or member.split("?")[0] in x]
    if list(x) != [name.rstrip("?") for name, _ in members]:
        return f"the members are {show(', '.join(x))} and not {', '.join(name for name, _ in members)}"
    return ", ".join(f"{name} must be: {kind}" for name, kind in members if not TYPES[kind](x[name.rstrip("?")]))
def once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a member stands twice in an object")
    return dict(pairs)
def whole(digits):  # -0, and what is far too large, become floats, which no member of an entry may be
    return int(digits) if len(digits) <= 16 and digits != "-0" else float(digits)
def parse(line):
    """The entry of a line (check 0). Raises ValueError or RecursionError with what is wrong."""
    demand(line, "an empty line, or one of more than 1 MiB")
    x = json.loads(line.decode(), object_pairs_hook=once, parse_constant=int, parse_int=whole)  # int("NaN") raises
    demand(not re.search(rb"\s", re.sub(rb'"[^"\\]*(?:\\.[^"\\]*)*"', b"", line)), "white space or a CR between tokens")
    demand(isinstance(x, dict), "not an object")
    further = KINDS.get(str(x.get("kind")))
    wrong = fault(x, f"{COMMON} {further}") if further else fault(dict(list(x.items())[:5]), COMMON)
    demand(not wrong, wrong)
    return x

# --- The dice (section 4)
def stream(ruling):
    for block in range(2**53):
        message = f"treffer/dice/1\n{ruling['campaign']}\n{ruling['seq']}\n{ruling['table']}\n{block}"
        yield from hmac.digest(bytes.fromhex(ruling["seed"]), message.encode(), "sha256")
def die(stream, sides):
    return next(1 + byte % sides for byte in stream if byte < 256 - 256 % sides)

# --- Ed25519 (RFC 8032, section 5.1), points in extended coordinates
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def multiply(n, p):
    half = multiply(n // 2, add(p, p)) if n else (0, 1, 1, 0)
    return add(half, p) if n % 2 else half
def point(encoded):
    """The point that 32 bytes stand for. Raises ValueError when there is none, or these are not its only encoding."""
    y, sign = int.from_bytes(encoded, "little") % 2**255, encoded[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    demand(y < P and x * x % P == square and not (x == 0 and sign), "not a point of the curve")
    x = x if x % 2 == sign else P - x
    return x, y, 1, x * y % P
def check_signature(public, message, signature):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    demand(len(signature) == 64 and s < L, "a signature of a wrong form by a known key")
    k = int.from_bytes(hashlib.sha512(r + public + message).digest(), "little") % L
    p, q = multiply(s, point(b"\x58" + b"\x66" * 31)), add(point(r), multiply(k, point(public)))
    demand(all((p[i] * q[2] - q[i] * p[2]) % P == 0 for i in (0, 1)), "a wrong signature by a known key")

# --- Checkpoints (section 6): C2SP signed-note and tlog-checkpoint
def unbase64(text):
    data = base64.b64decode(text.encode(), validate=True)
    demand(base64.b64encode(data).decode() == text, "base64 that is not canonical")
    return data
def verifier_key(vkey):
    """Name and id, and the public key, of a verifier key: `<name>+<hex id>+<base64(0x01 ‖ key)>`."""
    name, key_id, key = (vkey.split("+", 2) + ["", ""])[:3]
    key = unbase64(key)
    demand(re.fullmatch(r"[^\s+]+", name) and len(key) == 33 and key[0] == 1, "not an Ed25519 verifier key")
    demand(key_id == sha256(name.encode() + b"\n" + key)[:4].hex(), "the key id is not that of name and key")
    point(key[1:])
    return (name, bytes.fromhex(key_id)), key[1:]
def read_checkpoint(note, keys):
    """Size, root, origin and the names of the keys that signed. Raises ValueError when it must not be believed."""
    body, blank, signatures = note.rpartition(b"\n\n")
    body, names = body + b"\n", []
    demand(len(note) <= LONGEST and blank and signatures[-1:] == b"\n" and not re.search(rb"[\0-\x09\x0b-\x1f]", note),
           "not a signed note")
    for line in signatures.decode().split("\n")[:-1]:
        match = re.fullmatch(r"— ([^\s+]+) ([^ ]+)", line)
        signature = unbase64(match[2]) if match else b""
        demand(len(signature) > 4, f"a malformed signature line {show(line)}")
        if public := dict(keys).get((match[1], signature[:4])):  # any other signature is somebody else's, and ignored
            check_signature(public, body, signature[4:])
            names.append(match[1])
    demand(names, "signed by none of the keys given")
    origin, size, root = (body.decode().split("\n")[:3] + ["", ""])[:3]
    demand(origin and b"\n\n" not in body and re.fullmatch("0|[1-9][0-9]{0,15}", size) and len(unbase64(root)) == 32,
           "not origin, size and root, each on a line")
    return int(size), unbase64(root), origin, names

# --- A record, entry by entry (section 7)
def earlier(seed, links):
    return earlier(sha256(b"treffer/seed/1\n" + seed), links - 1) if 0 < links <= 256 else seed
COUNTED = "chains", "chains ended early", "rulings", "dice", "rulings bound by a contribution", "entries not understood"
class Record:
    def __init__(self):
        self.size, self.findings, self.peaks, self.at, self.closed = 0, 0, [], "", False
        self.counts = {what: Counter() for what in COUNTED}
        # What is due. None: not known. Two: after a finding, what was due or what was found may be right.
        self.expected = {"seq": [-1], "campaign": []}
        self.begin(chain=[-1], link=[], table=["00" * 32])
    def begin(self, seeds=(), length=0, **expected):
        self.seeds, self.length, self.bound = seeds, length, ""
        self.expected.update(expected)
    def holds(self, check, good, what, where=None):
        if not good:
            print(f"{where or f'entry {self.size}'}: {check}: {what}")
            self.findings += 1
        return good
    def due(self, check, name, value, step=0):
        due = [known + step for known in self.expected[name]] if step else self.expected[name]
        good = self.holds(check, not due or value in due, f"{name} {value} where {(due or [''])[0]} is due")
        self.expected[name] = [value] if good else [due[0], value]
    def count(self, what, name="", by=1):
        self.counts[what][name if name in self.counts[what] or len(self.counts[what]) < 1000 else "others"] += by
    def append(self, leaf):
        self.peaks.append(leaf)
        self.size += 1
        while len(self.peaks) > bin(self.size).count("1"):
            self.peaks[-2:] = [sha256(b"\1" + self.peaks[-2] + self.peaks[-1])]
    def root(self):
        return reduce(lambda right, left: sha256(b"\1" + left + right), self.peaks[::-1]) if self.peaks else sha256(b"")
    def check(self, line):
        self.holds("order", not self.closed, "stands after the record was closed")
        self.closed = False
        try:
            entry = parse(line)
        except (ValueError, RecursionError) as error:
            self.holds("form", False, str(error))
            return self.begin(seq=[], chain=[], link=[], table=[])  # the line may have changed any of these
        kind, chain = entry["kind"], entry.get("chain")
        self.due("order", "seq", entry["seq"], 1)
        self.due("order", "campaign", entry["campaign"])
        self.holds("order", entry["at"] >= self.at, f"{entry['at']} is before {self.at}")
        self.at, self.closed = entry["at"], kind == "closed"
        if not self.holds("chain", self.size > 0 or kind == "chain", "the record does not begin with a chain"):
            self.begin(chain=[], link=[], table=[])
        if kind == "chain":
            self.count("chains")
            self.count("chains ended early", by=int(self.length > 0 and self.expected["link"][0] < self.length))
            self.due("chain", "chain", chain, 1)
            self.begin([(0, bytes.fromhex(entry["anchor"]))], entry["length"], link=[0])
        elif kind == "contribution":
            self.bound = show(entry["player"]) if [chain] == self.expected["chain"] else ""
            if chain is not None:
                self.due("table", "chain", chain)
            start, end = b"treffer/table/1\n", sha256(entry["value"].encode())
            self.expected["table"] = [sha256(start + bytes.fromhex(t) + end).hex() for t in self.expected["table"]]
        elif kind == "ruling":
            self.ruling(entry, entry["link"], bytes.fromhex(entry["seed"]), stream(entry))
        elif kind not in KINDS:
            self.count("entries not understood", show(kind))
    def ruling(self, entry, link, seed, dice):
        self.due("chain", "chain", entry["chain"])
        self.due("chain", "link", link, 1)
        if not self.holds("chain", not 0 < self.length < link, f"link {link} of a chain of {self.length}"):
            self.length = 0  # said once
        good = not self.seeds or any(earlier(seed, link - known) == value for known, value in self.seeds)
        self.holds("chain", good, "the seed does not hash to the one before it")
        self.seeds = [(link, seed)] if good else [self.seeds[0], (link, seed)]
        self.due("table", "table", entry["table"])
        right = [[die(dice, roll["sides"]) for _ in roll["values"]] for roll in entry["rolls"]]
        wrong = [show(roll["for"]) for roll, values in zip(entry["rolls"], right) if roll["values"] != values]
        self.holds("dice", not wrong, f"not what the seed gives: {', '.join(wrong[:3])}")
        self.count("rulings", show(f"{entry['ruleset']} {entry['version']}"))
        self.count("dice", by=sum(map(len, right)))
        self.count("rulings bound by a contribution", self.bound, by=int(self.bound != ""))

def lines(file):
    """Each line without its newline, or nothing when it is too long, and its leaf hash."""
    while part := file.readline(LONGEST):
        line, leaf = part.rstrip(b"\n"), hashlib.sha256(b"\0" + part.rstrip(b"\n"))
        while part[-1:] != b"\n" and (part := file.readline(LONGEST)):
            line = b""
            leaf.update(part.rstrip(b"\n"))
        yield line, leaf.digest()
def verify(export, checkpoints, keys):
    record, notes = Record(), []
    for name in checkpoints:
        with open(name, "rb") as file:
            try:
                notes.append((name, *read_checkpoint(file.read(LONGEST + 1), keys)))
            except ValueError as error:
                record.holds("tree", False, str(error), f"checkpoint {name}")
    sizes, roots = {size for _, size, *_ in notes}, {0: record.root()}
    with open(0 if export == "-" else export, "rb") as file:
        for line, leaf in lines(file):
            record.check(line)
            record.append(leaf)
            if record.size in sizes:
                roots[record.size] = record.root()
    record.holds("chain", record.size, "there is no entry")
    for name, size, root, origin, signers in notes:
        mine = [f"{signer}/campaigns/{campaign}" for signer in signers for campaign in record.expected["campaign"][:1]]
        ours = record.holds("tree", not mine or origin in mine, f"is of {show(origin)}", f"checkpoint {name}")
        record.holds("tree", not ours or size <= record.size, f"cut: {name} has {size} entries, not {record.size}")
        record.holds("tree", not ours or roots.get(size, root) == root, f"unlike {name}", f"entry {max(size, 1) - 1}")
    print(f"entries: {record.size} ({'complete: closed' if record.closed else 'open: more may follow'})")
    for what, names in record.counts.items():
        print(f"{what}: {sum(names.values())}", *(f"({times} {name})" for name, times in names.items() if name))
    print(f"size: {record.size}, root: {record.root().hex()}, checkpoints that can be believed: {len(notes)}")
    print(f"findings: {record.findings} in checks 0 to 5; check 6 (the rules) is not made by this program", flush=True)
    return 1 if record.findings else 0

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes checks 0 to 5 of verify.md, section 7, on an export.")
    parser.add_argument("export", metavar="EXPORT", help="a file with one entry a line, - for standard input")
    parser.add_argument("--checkpoint", metavar="FILE", nargs="+", action="extend", default=[], help="needs --key")
    parser.add_argument("--key", metavar="VKEY", nargs="+", action="extend", default=[], type=verifier_key)
    options = parser.parse_args()
    if options.checkpoint and not options.key:
        parser.error("--checkpoint needs --key: anybody can write a checkpoint, the key says whose it is")
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.exit(verify(options.export, options.checkpoint, options.key))
    except OSError as error:
        parser.error(f"could not check: {error}")
