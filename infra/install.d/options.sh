# Reads the options of the command line and those of an earlier run.

usage() {
  cat <<'TEXT'
Usage: infra/install [OPTION]...

Installs the apparel catalogue on this machine (Debian 12 or 13, as root), or
upgrades it to the version in this folder. It can be run any number of times: it
changes only what differs, and keeps files that you have edited.

  --base-url URL         public address, https://HOST (first run: the host's name)
  --tls-certificate FILE certificate with its chain, PEM (first run: self-signed)
  --tls-key FILE         its private key, PEM
  --no-tls               serve plain HTTP on port 80, behind a CDN that
                         terminates TLS
  --content DIR          content for the first deploy
                         (default: content/ in this folder)
  --edge                 serve the releases that another machine pushes
                         (docs/operation.md, "Several edges")
  --node PATH            use this Node.js instead of the pinned one
  --offline DIR          use the files that --download has fetched into DIR
  --download DIR         only fetch Node.js, npm and libraries into DIR
  --rollback             go back to the previous version
  --dry-run              print the steps without doing them
  --root DIR             only write files, below DIR
  --help                 this text

Options are stored in /etc/apparel-catalogue/install.conf for later runs.
docs/operation.md lists all paths.

Exit codes: 0 if every route answers as expected; 1 otherwise, with the reason.
TEXT
}

# Settings that are stored for later runs; each is a shell variable, in upper case in the file.
kept_settings=(base_url tls tls_certificate tls_key role node)

set_defaults() {
  root='' dry_run='' rollback='' offline='' download='' content=''
  base_url='' tls=self-signed tls_certificate=$etc/tls/fullchain.pem tls_key=$etc/tls/privkey.pem
  role=main node=pinned
}

read_kept_settings() {
  local file=$root$etc/install.conf line name value
  if [[ ! -e $file ]]; then return; fi
  # Not split by read, which drops a last "=" of the value.
  while IFS= read -r line || [[ -n $line ]]; do
    name=${line%%=*} value=${line#*=}
    name=${name,,}
    if [[ " ${kept_settings[*]} " == *" $name "* ]]; then printf -v "$name" '%s' "$value"; fi
  done <"$file"
}

write_kept_settings() {
  local name text='# Options of infra/install; later runs use and change them.'
  for name in "${kept_settings[@]}"; do text+=$'\n'${name^^}=${!name}; done
  if [[ ! -e $root$etc/install.conf || $(<"$root$etc/install.conf") != "$text" ]]; then
    write_file "$etc/install.conf" 0644 root:root "$text" new
  fi
}

# Reads --root first, because the stored settings are below it; options override stored settings.
read_options() {
  local -a words=("$@")
  local at
  set_defaults
  for at in "${!words[@]}"; do
    if [[ ${words[at]} == --root ]]; then root=${words[at + 1]:-}; fi
  done
  read_kept_settings
  while (($# > 0)); do
    case $1 in
      --help) usage && exit 0 ;;
      --dry-run) dry_run=yes && shift ;;
      --rollback) rollback=yes && shift ;;
      --edge) role=edge && shift ;;
      --no-tls) tls=off && shift ;;
      --base-url) base_url=${2:-} && take_value "$@" && shift 2 ;;
      --tls-certificate) tls=given tls_certificate=${2:-} && take_value "$@" && shift 2 ;;
      --tls-key) tls=given tls_key=${2:-} && take_value "$@" && shift 2 ;;
      --content) content=${2:-} && take_value "$@" && shift 2 ;;
      --node) node=${2:-} && take_value "$@" && shift 2 ;;
      --offline) offline=${2:-} && take_value "$@" && shift 2 ;;
      --download) download=${2:-} && take_value "$@" && shift 2 ;;
      --root) take_value "$@" && shift 2 ;;
      *) die "there is no option $1; --help lists them" ;;
    esac
  done
  make_paths_absolute
  check_options
}

# Makes the given paths absolute, because units and later runs use them from other folders. Links stay:
# a renewal of a certificate changes where they lead.
make_paths_absolute() {
  local name
  for name in tls_certificate tls_key content node offline download; do
    if [[ -n ${!name} && ${!name} != pinned ]]; then
      printf -v "$name" '%s' "$(realpath --no-symlinks --canonicalize-missing "${!name}")"
    fi
  done
}

take_value() {
  if (($# < 2)) || [[ -z $2 || $2 == --* ]]; then die "$1 needs a value"; fi
}

# True in a dry run of another user than root, who cannot read secrets.
is_trial() { [[ $dry_run ]] && ((EUID != 0)); }

check_options() {
  local scheme=https
  if [[ $tls == off ]]; then scheme='https?'; fi
  : "${base_url:=https://$(hostname -f 2>/dev/null || hostname)}"
  [[ $base_url =~ ^$scheme://[A-Za-z0-9.-]+(:[0-9]+)?$ ]] ||
    die "--base-url must be like https://api.example.com, without a slash at its end: $base_url"
  if [[ $tls == given ]] && ! is_trial; then
    [[ -r $tls_certificate ]] || die "--tls-certificate: cannot read $tls_certificate"
    [[ -r $tls_key ]] || die "--tls-key: cannot read $tls_key"
  fi
  if [[ $node != pinned ]]; then
    [[ -x $node ]] || die "--node: $node is not an executable file"
  fi
  if [[ -n $content ]]; then
    [[ -e $content/catalogue.json ]] || die "--content: there is no catalogue.json in $content"
  fi
}
