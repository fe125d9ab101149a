# Reads the options of the command line, and keeps them in catalogue.env for later runs.

usage() {
  cat <<'TEXT'
Usage: infra/install [--role main|edge] [OPTION]...

Installs the apparel catalogue on this machine (Debian 12 or 13, as root), or
upgrades it to the version in this folder. It can be run any number of times: it
changes only what differs, and keeps files that you have edited.

  --role main|edge       main (first run: the default) builds and serves; edge
                         serves the releases that the main machine pushes
  --base-url URL         public address, https://HOST (first run: the host's name)
  --tls-certificate FILE certificate with its chain, PEM (first run: self-signed)
  --tls-key FILE         its private key, PEM
  --no-tls               serve plain HTTP on port 80, behind a CDN that
                         terminates TLS
  --content DIR          main: content for the first deploy
                         (default: content/ in this folder)
  --remote REMOTE        remote of rclone, NAME:PATH, or a folder: main pushes
                         to it, an edge pulls from it
  --rclone-config FILE   copied to secrets/rclone.conf: describes NAME
  --public-key FILE      edge: release.pub of the main machine
  --main-url URL         edge: the main machine, which answers keyed requests and
                         the sync route
  --node PATH            use this Node.js instead of the pinned one
  --offline DIR          use the files that --download has fetched into DIR
  --download DIR         only fetch Node.js, npm and libraries into DIR
  --rollback             go back to the previous version
  --dry-run              print the steps without doing them
  --root DIR             only write files, below DIR
  --help                 this text

Options are kept in /etc/apparel-catalogue/catalogue.env for later runs.
docs/operation.md lists all paths.

Exit codes: 0 if every route answers as expected; 1 otherwise, with the reason.
TEXT
}

# Settings that options set; each is a shell variable, in upper case in catalogue.env.
kept_settings=(role base_url tls tls_certificate tls_key node push_remote pull_remote main_url)

# Settings of this machine without secrets.
env_file=$etc/catalogue.env

set_defaults() {
  root='' dry_run='' rollback='' offline='' download='' content='' public_key='' rclone_config=''
  base_url='' tls=self-signed tls_certificate=$etc/tls/fullchain.pem tls_key=$etc/tls/privkey.pem
  role=main node=pinned remote='' push_remote='' pull_remote='' main_url=''
}

read_kept_settings() {
  local line name value file=$root$env_file
  # Where a version before 1.1 kept them.
  if [[ ! -e $file ]]; then file=$root$etc/install.conf; fi
  if [[ ! -e $file ]]; then return; fi
  # Not split by read, which drops a last "=" of the value.
  while IFS= read -r line || [[ -n $line ]]; do
    name=${line%%=*} value=${line#*=}
    name=${name,,}
    if [[ " ${kept_settings[*]} " == *" $name "* ]]; then printf -v "$name" '%s' "$value"; fi
  done <"$file"
}

# Writes the kept settings into catalogue.env, whose other lines stay as operators have edited them.
write_kept_settings() {
  local name line text='' key_folder=$state/keys
  local -A unwritten=()
  if [[ $role == edge ]]; then key_folder=$etc; fi
  if [[ -e $root$env_file ]]; then rendered=$(<"$root$env_file"); else render "$code/infra/systemd/catalogue.env"; fi
  for name in "${kept_settings[@]}"; do
    if [[ -n ${!name} ]]; then unwritten[${name^^}]=${!name}; fi
  done
  while IFS= read -r line; do
    name=${line%%=*}
    if [[ -v unwritten[$name] ]]; then
      line=$name=${unwritten[$name]}
      unset "unwritten[$name]"
    fi
    text+=$line$'\n'
  done <<<"$rendered"
  for name in "${!unwritten[@]}"; do text+=$name=${unwritten[$name]}$'\n'; done
  if [[ ! -e $root$env_file || $(<"$root$env_file") != "${text%$'\n'}" ]]; then
    write_file "$env_file" 0644 root:root "${text%$'\n'}" new
  fi
}

# Reads --root first, because the kept settings are below it; options override kept settings.
read_options() {
  local -a words=("$@")
  local at kept_role
  set_defaults
  for at in "${!words[@]}"; do
    if [[ ${words[at]} == --root ]]; then root=${words[at + 1]:-}; fi
  done
  read_kept_settings
  kept_role=$role
  while (($# > 0)); do
    case $1 in
      --help) usage && exit 0 ;;
      --dry-run) dry_run=yes ;;
      --rollback) rollback=yes ;;
      --no-tls) tls=off ;;
      --role | --base-url | --tls-certificate | --tls-key | --content | --remote | --rclone-config | --public-key | --main-url | \
        --node | --offline | --download | --root)
        take_value "$@"
        shift
        ;;
      *) die "there is no option $1; --help lists them" ;;
    esac
    shift
  done
  make_paths_absolute
  if [[ -n $remote && $role == main ]]; then push_remote=$remote; fi
  if [[ -n $remote && $role == edge ]]; then pull_remote=$remote; fi
  check_options "$kept_role"
}

# Makes the given paths absolute, because units and later runs use them from other folders. Links stay:
# a renewal of a certificate changes where they lead.
make_paths_absolute() {
  local name
  for name in tls_certificate tls_key content public_key rclone_config node offline download; do
    if [[ -n ${!name} && ${!name} != pinned ]]; then
      printf -v "$name" '%s' "$(realpath --no-symlinks --canonicalize-missing "${!name}")"
    fi
  done
}

# Sets the variable that has the name of the option $1 to its value $2.
take_value() {
  local name=${1#--}
  if (($# < 2)) || [[ -z $2 || $2 == --* ]]; then die "$1 needs a value"; fi
  printf -v "${name//-/_}" '%s' "$2"
  if [[ $1 == --tls-* ]]; then tls=given; fi
}

# True in a dry run of another user than root, who cannot read secrets.
is_trial() { [[ $dry_run ]] && ((EUID != 0)); }

check_options() {
  local scheme=https name
  if [[ $tls == off ]]; then scheme='https?'; fi
  : "${base_url:=https://$(hostname -f 2>/dev/null || hostname)}"
  [[ $base_url =~ ^$scheme://[A-Za-z0-9.-]+(:[0-9]+)?$ ]] ||
    die "--base-url must be like https://api.example.com, without a slash at its end: $base_url"
  [[ $role == main || $role == edge ]] || die "--role must be main or edge: $role"
  if [[ $role != "$1" && -e $root$opt/current ]]; then
    die "this machine is installed with --role $1; run infra/uninstall first, which keeps its data"
  fi
  [[ -z $main_url || $main_url =~ ^https?://[A-Za-z0-9.-]+(:[0-9]+)?$ ]] ||
    die "--main-url must be like https://main.example.com, without a slash at its end: $main_url"
  if [[ $tls == given ]] && ! is_trial; then
    [[ -r $tls_certificate ]] || die "--tls-certificate: cannot read $tls_certificate"
    [[ -r $tls_key ]] || die "--tls-key: cannot read $tls_key"
  fi
  if [[ $node != pinned ]]; then
    [[ -x $node ]] || die "--node: $node is not an executable file"
  fi
  for name in public_key rclone_config; do
    [[ -z ${!name} || -r ${!name} ]] || die "--${name//_/-}: cannot read ${!name}"
  done
  if [[ -n $content ]]; then
    [[ -e $content/catalogue.json ]] || die "--content: there is no catalogue.json in $content"
  fi
}
