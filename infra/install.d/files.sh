# Creates folders and files with their mode and owner; keeps edited files.

# Prints one folder to create per line, with its mode and owner. `catalogue` may write beside the content, because edits
# are prepared there.
managed_folders() {
  own_rows <<TABLE
all  $opt                  0755 root:root
all  $opt/versions         0755 root:root
all  $opt/node             0755 root:root
all  $etc                  0755 root:root
all  $etc/nginx            0755 root:root
all  $secrets              0750 root:catalogue
all  $etc/tls              0755 root:root
all  $srv                  1775 root:catalogue
all  $srv/dist             0755 catalogue:catalogue
main $srv/dist/sync        0755 catalogue-sync:catalogue-sync
all  $state                0755 root:root
main $state/keys           0700 catalogue:catalogue
main $state/redis          0700 catalogue-redis:catalogue-redis
main $state/backups        0700 catalogue:catalogue
all  /run/$product         0755 root:root
all  /var/cache/$product   0755 root:root
all  /var/log/$product     0755 root:root
TABLE
}

# Prints one file to write per line, with its source below infra/.
managed_files() {
  local name source unit
  while read -r name source; do echo "$etc/nginx/$name.conf $source"; done < <(nginx_settings)
  own_rows <<TABLE
main $etc/redis.conf install.d/templates/redis.conf
all  /etc/logrotate.d/$product logrotate/$product
all  $units/logrotate.timer.d/$product.conf logrotate/logrotate.timer.conf
all  $units/catalogue-.service.d/hardening.conf systemd/hardening.conf
TABLE
  while read -r unit; do
    unit=${unit/@?./@.}
    echo "$units/$unit systemd/$unit"
    if [[ $unit == *.timer ]]; then echo "$units/${unit/.timer/.service} systemd/${unit/.timer/.service}"; fi
  done < <(own_units) | sort --unique
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
  local path source
  while read -r path source; do
    render "$code/infra/$source"
    place_file "$path" "$rendered"
  done < <(managed_files)
}

# Writes the text $2 to $1, unless that file was edited since it was last written: then writes the
# new text next to it, once. The hash of each written text is recorded.
place_file() {
  local path=$1 text=$2 wanted found
  wanted=$(hash_of <<<"$text")
  if [[ ! -e $root$path ]]; then
    write_file "$path" 0644 root:root "$text" new
  else
    found=$(hash_of <"$root$path")
    case $found in
      "$wanted") set_mode "$path" 0644 root:root ;;
      "$(known_hash "$path")") write_file "$path" 0644 root:root "$text" replaced ;;
      *)
        if [[ $wanted == "$(known_hash "$path")" ]]; then
          say "kept, since it was edited: $path"
        else
          write_file "$(path_of_new "$path")" 0644 root:root "$text" \
            "kept $path, since it was edited; the new version is"
        fi
        ;;
    esac
  fi
  remember "$path" "$wanted"
}

# Removes files that an earlier version has written and this one does not, unless they were edited. Units are stopped
# before.
remove_former_files() {
  local path managed
  managed=$(managed_files | cut --delimiter ' ' --fields 1)
  for path in "${!known[@]}"; do
    if [[ $path != /* || ! -e $root$path ]] || grep --quiet --fixed-strings --line-regexp "$path" <<<"$managed"; then
      continue
    fi
    if is_live && [[ $path == "$units"/* && $path != *.d/* ]]; then retire "${path##*/}"; fi
    if is_as_written "$path"; then
      run rm "$root$path"
    else
      say "no longer used, kept since it was edited: $path"
    fi
  done
  run find "$root$units" -mindepth 1 -maxdepth 1 -type d -empty -name '*.d' -delete
}

# Stops the unit $1, all instances of a template, and no longer starts them at boot.
retire() {
  local unit
  for unit in "${1/@./@1.}" "${1/@./@2.}"; do
    run systemctl --quiet disable --now "$unit" 2>/dev/null || true
  done
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

# Sets mode $2 and owner $3 of the path $1; with --root no owner, because the users may not exist.
set_mode() {
  if [[ $dry_run ]]; then return; fi
  if is_live; then chown --no-dereference "$3" "$1"; fi
  change_mode "$2" "$1"
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

is_as_written() { [[ $(hash_of <"$root$1") == "$(known_hash "$1")" ]]; }

# Records the hash $2 of the written file $1 at once, so that the next run knows the files of an interrupted one.
remember() {
  if [[ $dry_run || $(known_hash "$1") == "$2" ]]; then return; fi
  known[$1]=$2
  printf '%s %s\n' "$1" "$2" >>"$root$state/installed"
}
