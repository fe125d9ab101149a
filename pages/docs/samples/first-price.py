# Run: python3 first-price.py
import json
import os
from urllib.request import Request, urlopen

url = "https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA"
request = Request(url, headers={"Authorization": f"Bearer {os.environ['CATALOGUE_KEY']}"})
with urlopen(request, timeout=30) as answer:  # raises HTTPError for 4xx and 5xx
    pricing = json.load(answer)

for bracket in pricing["net"]:
    print(f"from {bracket['minQuantity']} pieces: {bracket['price']} {pricing['currency']}")
