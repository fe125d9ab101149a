# The listing, if it is another than last time: a 304 leaves listing.json as it is.
# Then read each "url" in it whose "revision" you do not have.
curl --silent --fail-with-body --compressed \
  --etag-compare listing.etag --etag-save listing.etag \
  --output listing.json --write-out '%{http_code}\n' \
  'https://catalogue.example/v1/sync/activeProduct?locale=en-CA'
