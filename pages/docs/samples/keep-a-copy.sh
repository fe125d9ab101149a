# The listing, if it is another than last time: a 304 or an error leaves listing.json as it is.
# Then read each "url" in it whose "revision" you do not have.
rm -f listing.json.new
curl --silent --show-error --fail --compressed \
  --etag-compare listing.etag --etag-save listing.etag.new \
  --output listing.json.new --write-out '%{http_code}\n' \
  'https://catalogue.example/v1/sync/activeProduct?locale=en-CA' &&
  if [ -f listing.json.new ]; then
    mv listing.json.new listing.json && mv listing.etag.new listing.etag
  fi
