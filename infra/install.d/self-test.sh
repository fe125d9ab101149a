# Requests every route of this machine, and prints a table.

# A key that needs no account (contract/test-keys.ts).
test_key=ppc_TEST0PRICED0A30000000000000000002ntZhG

# Prints one request per line: the route's name in contract/routes.ts, the expected status, `key` if
# a key is sent, and the path.
asked_routes() {
  cat <<'TABLE'
health         200 -   /v1/health
list           200 -   /v1/products
catalogPricing 200 key /v1/products/pricing
pricingTable   200 key /v1/products/pricing.csv
export         200 -   /v1/products/export
exportTable    200 -   /v1/products/export.csv
inventory      200 -   /v1/products/inventory
inventoryTable 200 -   /v1/products/inventory.csv
changes        200 -   /v1/products/changes?since={release}
detail         200 -   /v1/products/{sku}
detail         200 key /v1/products/{sku}
productPricing 200 key /v1/products/{sku}/pricing
productPricing 401 -   /v1/products/{sku}/pricing
sync           200 -   /v1/sync/activeProduct
openapi        200 -   /openapi.json
apiCatalog     200 -   /.well-known/api-catalog
pages          200 -   /docs/
none           404 -   /v1/none
TABLE
}

self_test() {
  local failed=0 release sku name status with path
  if [[ $dry_run ]]; then return; fi
  local_options
  if ! wait_until 30 is_served; then say "no answer from $local_url within 30 seconds"; fi
  release=$(ask /v1/health | sed --quiet 's/.*"release":"\([0-9a-f]*\)".*/\1/p')
  sku=$(ask /v1/products | sed --quiet 's/^[^[]*\[{"sku":"\([^"]*\)".*/\1/p')
  printf '   %-15s %-4s %-45s %-6s %-9s %s\n' route key path status seconds ''
  while read -r name status with path; do
    path=${path/'{sku}'/"$sku"} path=${path/'{release}'/"$release"}
    check_answer "$name" "$status" "$with" "$path" || failed=$((failed + 1))
  done < <(asked_routes)
  if [[ $tls != off ]]; then
    (local_url=http://${local_url#*://} && check_answer plain-http 308 - /v1/products) || failed=$((failed + 1))
  fi
  # The kernel's list of addresses has ::1, unless IPv6 is disabled.
  if grep --quiet --no-messages '^0\{31\}1 ' /proc/net/if_inet6; then
    (local_options '[::1]' && check_answer ipv6 200 - /v1/health) || failed=$((failed + 1))
  fi
  ((failed == 0)) || die "$failed answers are not as expected"
  if [[ $role == main ]]; then tell_next; fi
}

# Sets the variables with which curl requests the public address from this machine, without DNS.
local_options() {
  local host=${base_url#*://} port=443 address=${1:-127.0.0.1}
  host=${host%:*}
  # A port in the public address belongs to a proxy in front of this machine.
  local_url=https://$host
  if [[ $tls == off ]]; then local_url=http://$host port=80; fi
  asking=(--silent --show-error --max-time 10 --resolve "$host:$port:$address" --resolve "$host:80:$address")
  if [[ $tls == self-signed ]]; then asking+=(--cacert "$tls_certificate"); fi
}

ask() { curl "${asking[@]}" "$local_url$1"; }

# True if the sync listing, which is written after all other files, is served.
is_served() { curl "${asking[@]}" --fail --output /dev/null "$local_url/v1/sync/activeProduct" 2>/dev/null; }

check_answer() {
  local name=$1 wanted=$2 with=$3 path=$4 found seconds result=ok
  local -a key=()
  if [[ $with == key ]]; then
    key=(--header "Authorization: Bearer $test_key")
    if grep --quiet '^TEST_KEYS=disabled' "$env_file"; then wanted=401; fi
  fi
  read -r found seconds < <(curl "${asking[@]}" "${key[@]}" --compressed --output /dev/null \
    --write-out '%{http_code} %{time_total}\n' "$local_url$path") || true
  if [[ $found != "$wanted" ]]; then result="FAILED: $wanted expected"; fi
  printf '   %-15s %-4s %-45s %-6s %-9s %s\n' "$name" "$with" "$path" "$found" "$seconds" "$result"
  [[ $found == "$wanted" ]]
}

tell_next() {
  say ''
  say "$base_url answers. Keys of accounts work once there is an account:"
  say '  catalogue keys account add acme --name "Acme Promotions" --tier A3 --program linked'
  say '  catalogue keys key create acme --label ERP'
}
