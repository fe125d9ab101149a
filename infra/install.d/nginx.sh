# Chooses the settings of nginx for this machine.

# Prints each setting of nginx and its source below infra/.
nginx_settings() {
  local name listen=install.d/templates/listen.conf plain=install.d/templates/plain-http.conf main=nginx/settings/
  if [[ -z $tls_certificate || $tls == off ]]; then
    listen=install.d/templates/listen-plain.conf plain=nginx/settings/plain-http.conf
  fi
  if [[ $role == edge && ! $(has_prices) ]]; then main=install.d/templates/main-; fi
  for name in access-log limits metrics process request-error-log; do
    echo "$name nginx/settings/$name.conf"
  done
  for name in pricing-server pricing-target; do echo "$name $main$name.conf"; done
  if [[ $role == edge ]]; then main=install.d/templates/main-; fi
  cat <<TABLE
no-listing ${main}no-listing.conf
listen $listen
plain-http $plain
site install.d/templates/site.conf
trusted-proxies nginx/trusted-proxies.conf
TABLE
}

# Sets the variables of the main machine for the templates main-….conf.
describe_main() {
  local default_port=443
  host=${base_url#*://}
  host=${host%:*}
  main_scheme=${main_url%%://*} main_server=${main_url#*://}
  if [[ $main_scheme == http ]]; then default_port=80; fi
  if [[ $main_server != *:* ]]; then main_server+=:$default_port; fi
}

# Sets the variables for listen.conf that depend on this machine.
describe_listening() {
  local version
  ipv6='' listen_http2=' http2' http2_on=''
  [[ -e /proc/net/if_inet6 ]] || ipv6='# no IPv6 on this machine: '
  version=$({ nginx -v 2>&1 || true; } | sed --quiet 's|.*nginx/\([0-9.]*\).*|\1|p')
  if [[ -n $version && $(printf '%s\n' 1.25.1 "$version" | sort --version-sort | head --lines 1) == 1.25.1 ]]; then
    listen_http2='' http2_on='http2 on;'
  fi
}
