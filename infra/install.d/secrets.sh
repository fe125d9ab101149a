# Creates passwords once, and the certificate; later runs never change passwords.

# Sets the passwords of the users of redis-users.acl; each is in a file that only root can read.
make_passwords() {
  local user name password hash
  for user in pricing-service catalogue-backup catalogue-operator admin; do
    name=${user//-/_}_password
    # Assignments, because the failure of a command within the arguments of printf would be ignored.
    password=$(password_of "$user")
    hash=$(printf '%s' "$password" | hash_of)
    printf -v "$name" '%s' "$password"
    printf -v "${name}_hash" '%s' "$hash"
  done
}

password_of() {
  local file=$root$etc/secrets/$1
  # An empty file is no password: the disk was full, or the machine lost power.
  if [[ -s $file ]]; then
    cat "$file"
  elif [[ $dry_run ]]; then
    echo "password-of-$1"
  else
    # Renamed into place: a failure leaves no part of a password.
    (umask 077 && openssl rand -hex 24 >"$file.part") || die "cannot make a password in $file"
    mv "$file.part" "$file"
    cat "$file"
  fi
}

# Names of this machine in each generated certificate, as openssl prints them.
local_names='DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1'

# Creates a self-signed certificate for the host of the public address, and replaces an outdated one.
make_certificate() {
  local host=${base_url#*://} certificate=$root$tls_certificate key=$root$tls_key
  host=${host%:*}
  if [[ $tls != self-signed ]] || { [[ -e $certificate ]] && ! is_outdated "$host"; }; then return; fi
  say "self-signed certificate for $host: $tls_certificate"
  if [[ $dry_run ]]; then return; fi
  (
    umask 077
    run_quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 825 \
      -subj "/CN=$host" -addext "subjectAltName=DNS:$host,DNS:localhost,IP:127.0.0.1,IP:::1" \
      -keyout "$key.part" -out "$certificate.part"
  )
  chmod 0644 "$certificate.part"
  mv "$key.part" "$key"
  mv "$certificate.part" "$certificate"
}

# True if the certificate was generated here, and either has another host than $1 or has expired. A
# certificate from elsewhere is never outdated: it would be lost.
is_outdated() {
  local certificate=$root$tls_certificate
  [[ $(openssl x509 -in "$certificate" -noout -ext subjectAltName) == *"$local_names" ]] || return 1
  [[ $(openssl x509 -in "$certificate" -noout -checkhost "$1") != *'does match'* ]] ||
    ! openssl x509 -in "$certificate" -noout -checkend 0 >/dev/null
}

# Refuses a certificate of --tls-certificate that does not belong to the key: nginx would not start.
# It runs after install_packages, because a bare Debian has no openssl.
check_certificate() {
  local wanted found
  if [[ $tls != given ]] || is_trial || ! command -v openssl >/dev/null; then return; fi
  wanted=$(openssl x509 -in "$tls_certificate" -noout -pubkey 2>/dev/null) ||
    die "--tls-certificate: there is no PEM certificate in $tls_certificate"
  # Without a password, because nginx has none.
  found=$(openssl pkey -in "$tls_key" -passin pass: -pubout 2>/dev/null) ||
    die "--tls-key: there is no PEM key without a password in $tls_key"
  [[ $found == "$wanted" ]] || die "--tls-key: $tls_key is not the key of the certificate $tls_certificate"
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
