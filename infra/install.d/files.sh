# Creates folders and files with their mode and owner; keeps edited files.

# Prints one folder to create per line, with its mode and owner.
managed_folders() {
  cat <<TABLE
$opt                  0755 root:root
$opt/versions         0755 root:root
$opt/node             0755 root:root
$etc                  0755 root:root
$etc/nginx            0755 root:root
$etc/secrets          0700 root:root
$etc/tls              0755 root:root
$srv                  0755 root:root
$srv/dist             0755 catalogue:catalogue
$srv/dist/sync        0755 catalogue-sync:catalogue-sync
$state                0755 root:root
$state/redis          0700 catalogue-redis:catalogue-redis
$state/backups        0700 catalogue:catalogue
$state/keys           0700 catalogue:catalogue
/run/$product         0755 root:root
/var/cache/$product   0755 root:root
/var/log/$product     0755 root:root
TABLE
}

# Prints one file to write per line, with its mode, owner and source below infra/.
managed_files() {
  local setting unit listen=listen.conf plain=install.d/templates/plain-http.conf
  if [[ $tls == off ]]; then
    listen=listen-plain.conf plain=nginx/settings/plain-http.conf
  fi
  for setting in access-log limits metrics pricing-server process request-error-log; do
    echo "$etc/nginx/$setting.conf 0644 root:root nginx/settings/$setting.conf"
  done
  cat <<TABLE
$etc/nginx/listen.conf          0644 root:root install.d/templates/$listen
$etc/nginx/plain-http.conf      0644 root:root $plain
$etc/nginx/site.conf            0644 root:root install.d/templates/site.conf
$etc/nginx/trusted-proxies.conf 0644 root:root nginx/trusted-proxies.conf
$etc/redis.conf                 0644 root:root install.d/templates/redis.conf
$etc/pricing-service.env        0600 root:root systemd/pricing-service.env
$etc/operator.env               0600 root:root systemd/operator.env
$etc/backup.env                 0600 root:root systemd/backup.env
$etc/sync-listing.env           0600 root:root systemd/sync-listing.env
$etc/pull.env                   0600 root:root systemd/pull.env
/etc/logrotate.d/$product       0644 root:root logrotate/$product
$units/logrotate.timer.d/$product.conf 0644 root:root logrotate/logrotate.timer.conf
TABLE
  for unit in "$code"/infra/systemd/*.{service,timer}; do
    unit=${unit##*/}
    echo "$units/$unit 0644 root:root systemd/$unit"
    if [[ $unit == *.service ]]; then
      echo "$units/$unit.d/hardening.conf 0644 root:root systemd/hardening.conf"
    fi
  done
}

make_folders() {
  local path mode owner
  while read -r path mode owner; do
    if [[ $dry_run ]]; then
      [[ -d $root$path ]] || say "would make $path ($mode $owner)"
      continue
    fi
    mkdir -p "$root$path"
    set_mode "$path" "$mode" "$owner"
  done < <(managed_folders)
}

place_files() {
  local path mode owner source
  while read -r path mode owner source; do
    render "$code/infra/$source"
    place_file "$path" "$mode" "$owner" "$rendered"
  done < <(managed_files)
}

# Writes the text $4 to $1, unless that file was edited since it was last written: then writes the
# new text next to it, once. The hash of each written text is recorded.
place_file() {
  local path=$1 mode=$2 owner=$3 text=$4 wanted found
  wanted=$(hash_of <<<"$text")
  if [[ ! -e $root$path ]]; then
    write_file "$path" "$mode" "$owner" "$text" new
  elif [[ $dry_run && ! -r $root$path ]]; then
    say "only root can compare $path"
  else
    found=$(hash_of <"$root$path")
    case $found in
      "$wanted") set_mode "$path" "$mode" "$owner" ;;
      "$(known_hash "$path")") write_file "$path" "$mode" "$owner" "$text" replaced ;;
      *)
        if [[ $wanted == "$(known_hash "$path")" ]]; then
          say "kept, since it was edited: $path"
        else
          write_file "$(path_of_new "$path")" "$mode" "$owner" "$text" "kept $path, since it was edited; the new version is"
        fi
        ;;
    esac
  fi
  remember "$path" "$wanted"
}

# Prints the path for the new text of the edited file $1. logrotate reads every file of its folder,
# except for some suffixes.
path_of_new() {
  if [[ $1 == /etc/logrotate.d/* ]]; then printf '%s' "$1.dpkg-new"; else printf '%s' "$1.new"; fi
}

# Writes the text $4 and a line end to the file $1, with mode $2 and owner $3; prints $5 and the path.
# Only for folders of root, because a service user can put links into its own.
write_file() {
  local path=$1 mode=$2 owner=$3 text=$4 what=$5
  if [[ $dry_run ]]; then
    say "would write: $what $path"
    return
  fi
  mkdir -p "$root${path%/*}"
  # Renamed into place: a reader gets the old or the new file, and a secret is never readable by
  # others.
  (umask 077 && printf '%s\n' "$text" >"$root$path.part")
  set_mode "$path.part" "$mode" "$owner"
  mv --no-target-directory "$root$path.part" "$root$path"
  say "$what $path"
}

# Sets mode $2 and owner $3 of the path $1.
set_mode() {
  if [[ $dry_run ]]; then return; fi
  own "$1" "$3"
  change_mode "$2" "$1"
}

# Sets the owner $2 of the path $1; with --root it does nothing, because the users may not exist.
own() {
  if is_live; then chown --no-dereference "$2" "$1"; fi
}

# Sets the mode $1 of the path $2 with the rights of its owner, because chmod follows links, and a
# service user may have put one into its own folder.
change_mode() {
  local mode=$1 path=$root$2
  local -a as_owner=()
  if is_live; then
    as_owner=(setpriv --reuid "$(stat --format %u "$path")" --regid "$(stat --format %g "$path")" --clear-groups)
  fi
  "${as_owner[@]}" chmod "$mode" "$path"
}

# Reads a template into `rendered` and replaces each {{NAME}} by the shell variable with that name
# in lower case.
render() {
  local name value
  rendered=$(<"$1")
  while [[ $rendered =~ \{\{([A-Z0-9_]+)\}\} ]]; do
    name=${BASH_REMATCH[1]}
    value=${name,,}
    rendered=${rendered//"{{$name}}"/"${!value}"}
  done
}

hash_of() {
  local hash
  read -r hash _ < <(sha256sum)
  printf '%s' "$hash"
}

# Path and hash of every file that infra/install has written, one per line; for a repeated path, the
# last line counts.
declare -A known=()

read_memory() {
  local path hash
  if [[ ! -e $root$state/installed ]]; then return; fi
  while read -r path hash; do known[$path]=$hash; done <"$root$state/installed"
}

known_hash() { printf '%s' "${known[$1]:-}"; }

is_as_written() { [[ -e $root$1 && $(hash_of <"$root$1") == "$(known_hash "$1")" ]]; }

# Records the hash $2 of the written file $1 at once, so that the next run knows the files of an interrupted one.
remember() {
  if [[ $dry_run || $(known_hash "$1") == "$2" ]]; then return; fi
  known[$1]=$2
  printf '%s %s\n' "$1" "$2" >>"$root$state/installed"
}
