# Creates passwords once, and the certificate; later runs never change passwords.

# The host of Redis; the images use another one.
redis_host=127.0.0.1

# Each user of redis-users.acl, and the file in secrets/ with its URL.
redis_logins() {
  cat <<'TABLE'
pricing-service    redis-url-service
catalogue-backup   redis-url-backup
catalogue-operator redis-url-operator
admin              redis-url-admin
TABLE
}

# Makes the logins of Redis's users, sets the variables of their passwords' hashes for redis-users.acl, and
# `admin_password`. Root reads the files for each unit (LoadCredential); `catalogue` only that of operators.
make_passwords() {
  local user file password
  while read -r user file; do
    # Assignments, because the failure of a command within the arguments of printf would be ignored.
    password=$(password_of "$user" "$file")
    if [[ ! -s $root$secrets/$file ]]; then
      write_secret "$file" "redis://$user:$password@$redis_host:6379"
    fi
    printf -v "${user//-/_}_password_hash" '%s' "$(printf '%s' "$password" | hash_of)"
  done < <(redis_logins)
  # shellcheck disable=SC2034 # ask_redis uses it
  admin_password=$password
}

# Prints the password of a Redis user: that of the URL in $2, that of a version before 1.1, which had only the
# password in a file, or a new one. An empty file is no password: the disk was full, or the machine lost power.
password_of() {
  local url
  if [[ -s $root$secrets/$2 ]]; then
    url=$(<"$root$secrets/$2")
    url=${url#*:*:}
    printf '%s' "${url%@*}"
  elif [[ -s $root$secrets/$1 ]]; then
    cat "$root$secrets/$1"
  elif [[ $dry_run ]]; then
    echo "password-of-$1"
  else
    openssl rand -hex 24 || die "cannot make a password for $1"
  fi
}

# Writes the text $2 to the file $1 in secrets/. Programs of operators run as `catalogue` and read the files that
# its group may read.
write_secret() {
  case $1 in
    redis-url-operator | rclone.conf | secret.env) write_file "$secrets/$1" 0640 root:catalogue "$2" new ;;
    *) write_file "$secrets/$1" 0600 root:root "$2" new ;;
  esac
}

# Copies what options name, and writes empty files for what is optional, because a unit needs each file.
place_secrets() {
  local name
  if [[ $role == main ]]; then make_passwords; fi
  for name in rclone.conf secret.env $(if [[ $role == main ]]; then echo specification-token; fi); do
    if [[ ! -e $root$secrets/$name ]]; then write_secret "$name" ''; fi
  done
  if [[ -n $rclone_config ]]; then write_secret rclone.conf "$(<"$rclone_config")"; fi
  if [[ -n $public_key ]]; then
    write_file "$etc/release.pub" 0644 root:root "$(<"$public_key")" new
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
