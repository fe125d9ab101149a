# Every net price of your account in one answer; 304 when nothing has changed since last time.
curl --silent --fail-with-body --compressed \
  -H "Authorization: Bearer $CATALOGUE_KEY" \
  --etag-compare prices.etag --etag-save prices.etag \
  --output prices.json --write-out '%{http_code}\n' \
  'https://catalogue.example/v1/products/pricing?locale=en-CA'
