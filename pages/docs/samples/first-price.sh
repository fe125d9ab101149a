# Run: sh first-price.sh
# The public catalogue: no key needed. The beginning will do here.
curl --silent --compressed \
  'https://catalogue.example/v1/products?locale=en-CA' | head -c 300
echo

# What one of its products costs your account.
curl --silent --fail-with-body --compressed \
  -H "Authorization: Bearer $CATALOGUE_KEY" \
  'https://catalogue.example/v1/products/SKU-TO-READ/pricing?locale=en-CA'
