# Run: sh first-price.sh
curl --silent --show-error --fail-with-body --compressed --max-time 30 \
  -H "Authorization: Bearer $CATALOGUE_KEY" \
  'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA'
