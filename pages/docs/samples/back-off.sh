# Run: sh back-off.sh
# curl waits as Retry-After says, and tries again up to five times.
curl --no-progress-meter --fail --compressed --retry 5 --max-time 30 \
  --output products.json.new --write-out '%{http_code}\n' \
  'https://catalogue.example/v1/products?locale=en-CA' &&
  mv products.json.new products.json
