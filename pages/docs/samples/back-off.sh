# curl waits as Retry-After says, and tries again up to five times.
curl --no-progress-meter --fail-with-body --compressed --retry 5 \
  --output products.json --write-out '%{http_code}\n' \
  'https://catalogue.example/v1/products?locale=en-CA'
