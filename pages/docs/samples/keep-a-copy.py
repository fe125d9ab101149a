# Makes a file equal to the catalogue in one locale. Run: python3 keep-a-copy.py
import gzip
import hashlib
import json
import os
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = "https://catalogue.example/v1/products"
LOCALE = "en-CA"
QUERY = f"locale={LOCALE}"
FILE = f"copy.{LOCALE}.ndjson"  # First line: the release. Then one product a line, sorted by SKU.
TOO_MANY_CHANGES = 300  # With more changes than this, one export is quicker.


class TryLater(Exception):
    """Raised if responses are of different releases. The next run tries again."""


def get(url, accepted=(200,)):
    """Returns headers and body. Retries 429 and 503 after Retry-After, five times."""
    for attempt in range(1, 7):
        try:
            answer = urlopen(Request(url, headers={"Accept-Encoding": "gzip"}), timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            body = answer.read()
        if answer.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        if answer.status in accepted:
            return answer.headers, body
        if answer.status not in (429, 503) or attempt == 6:
            raise OSError(describe(answer.status, body))
        retry_after = answer.headers.get("Retry-After", "")
        # The random part keeps clients that were refused together from retrying together.
        seconds = (int(retry_after) if retry_after.isdigit() else 2**attempt) + random.random()
        print(f"{answer.status}: retrying in {seconds:.1f} s", file=sys.stderr)
        time.sleep(seconds)


def describe(status, body):
    """Describes an error: a problem document (RFC 9457), or any body from a proxy."""
    try:
        problem = json.loads(body)
        return f"{status} {problem['code']}: {problem['detail']}"
    except (ValueError, LookupError, TypeError):
        return f"{status} without a problem document"


def by_sku(lines):
    return {json.loads(line)["sku"]: line for line in lines}


def read_copy():
    if not os.path.exists(FILE):
        return None, None, {}
    with open(FILE, "rb") as file:
        state, *lines = file.read().splitlines()
    state = json.loads(state)
    return state["release"], state["releasedAt"], by_sku(lines)


def write_copy(release, released_at, products):
    """Replaces the copy in one rename: a killed run leaves the old copy or the new one."""
    temporary = f"{FILE}.{os.getpid()}"
    state = json.dumps({"release": release, "releasedAt": released_at}).encode()
    with open(temporary, "wb") as file:
        file.writelines(line + b"\n" for line in [state, *(products[sku] for sku in sorted(products))])
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, FILE)


def load_export(url, answer=None):
    """Loads all products, which must be of the release of `answer` (changes), if given."""
    headers, body = get(url)
    release = headers["X-Catalogue-Release"]
    if answer and release != answer["release"]:
        raise TryLater(f"the export is of release {release}, the changes of {answer['release']}")
    return release, answer and answer["releasedAt"], by_sku(body.splitlines())


def load_next(release, released_at, old):
    """Returns the copy, updated by changes or by an export."""
    if release is None:
        return load_export(f"{API}/export?{QUERY}")
    answer = json.loads(get(f"{API}/changes?{QUERY}&since={release}")[1])
    if answer["releasedAt"] < (released_at or ""):
        raise TryLater("the server is behind the copy")
    if not answer["complete"]:
        return load_export(answer["reload"], answer)
    if len(answer["changes"]) > TOO_MANY_CHANGES:
        return load_export(f"{API}/export?{QUERY}", answer)
    products = dict(old)
    for change in answer["changes"]:
        sku = change["sku"]
        products.pop(sku, None)
        if change["change"] == "removed":
            continue
        _, detail = get(f"{API}/{sku}?{QUERY}", accepted=(200, 404))
        # A cache or another server may answer with an older or a newer detail.
        if hashlib.sha256(detail).hexdigest()[:16] != change["revision"]:
            raise TryLater(f"{sku} is of another release")
        products[sku] = detail
    return answer["release"], answer["releasedAt"], products


def update():
    release, released_at, old = read_copy()
    next_release, next_released_at, new = load_next(release, released_at, old)
    added = len(new.keys() - old.keys())
    removed = len(old.keys() - new.keys())
    changed = sum(sku in old and old[sku] != new[sku] for sku in new)
    if removed * 10 > len(old) and "--accept-removals" not in sys.argv:
        raise OSError(f"{removed} products would be removed: if right, add --accept-removals")
    if (next_release, next_released_at) != (release, released_at):
        write_copy(next_release, next_released_at, new)
    print(f"{added} added, {changed} changed, {removed} removed")


try:
    update()
except Exception as error:
    print(f"{error or repr(error)}\nthe copy is unchanged", file=sys.stderr)
    sys.exit(0 if isinstance(error, TryLater) else 1)
