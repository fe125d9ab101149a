# Run: python3 first-price.py
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url = "https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA"
request = Request(url, headers={"Authorization": f"Bearer {os.environ['CATALOGUE_KEY']}"})
try:
    with urlopen(request, timeout=30) as answer:
        pricing = json.load(answer)
except HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{error.code} {problem['code']}: {problem['detail']}")

for bracket in pricing["net"]:
    print(f"from {bracket['minQuantity']} pieces: {bracket['price']} {pricing['currency']}")
