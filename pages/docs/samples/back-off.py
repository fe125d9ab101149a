# Run: python3 back-off.py
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import urlopen


def get_patiently(url: str):
    """Retries 429 and 5xx up to five times, after Retry-After seconds, otherwise after 2 to 33."""
    for attempt in range(1, 7):
        try:
            return urlopen(url, timeout=30)
        except HTTPError as error:
            if attempt == 6 or (error.code != 429 and error.code < 500):
                raise
            retry_after = error.headers.get("Retry-After", "")
            # The random part keeps clients that were refused together from retrying together.
            seconds = (int(retry_after) if retry_after.isdigit() else 2**attempt) + random.random()
            print(f"{error.code}: again in {seconds:.1f} s", file=sys.stderr)
            time.sleep(seconds)


with get_patiently("https://catalogue.example/v1/products?locale=en-CA") as answer:
    print(answer.status)
