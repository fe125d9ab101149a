# Installs the code, each version in its own folder that is named by a hash of its files, so that
# the same code has the same folder. `current` links to the running version, `previous` to the one
# before.

# Files that a server does not need, among them those of programs that were started by hand. Content is
# data and has its own folder.
left_out=(.git .github .ci .vscode ava.config.js bench biome.json content coverage dist docs downloads edge knip.json logs node
  node_modules redis-data run secrets test tmp)

version_id() {
  local -a prune=()
  local name hash number
  for name in "${left_out[@]}"; do prune+=(-path "./$name" -o); done
  hash=$(cd "$code" && find . \( "${prune[@]}" -false \) -prune -o -type f -print0 | LC_ALL=C sort --zero-terminated |
    xargs --null sha256sum | sha256sum | cut --characters 1-12)
  number=$(sed --quiet 's/^  "version": "\(.*\)",$/\1/p' "$code/package.json")
  printf '%s-%s' "$number" "$hash"
}

# Creates the folder of this version, unless it exists. It gets its name only when it is complete.
prepare_version() {
  version=$(version_id)
  folder=$opt/versions/$version
  if [[ -d $root$folder ]]; then
    say "$folder exists"
    if is_live; then use_runtime; fi
    return
  fi
  say "$folder"
  if [[ $dry_run ]]; then return; fi
  part=$root$opt/versions/.$version.part
  rm -rf "$part"
  mkdir -p "$part"
  copy_code
  make_edge_folder
  if is_live; then
    ln -s "../../node/${runtime##*/}" "$part/node"
    install_libraries
  fi
  mv "$part" "$root$folder"
}

copy_code() {
  local -a excluded=()
  local name
  for name in "${left_out[@]}"; do excluded+=(--exclude "./$name"); done
  tar --create --directory "$code" "${excluded[@]}" --owner root --group root --mode 'u=rwX,go=rX' . |
    tar --extract --directory "$part" --same-permissions --no-same-owner
}

# Makes the folder for nginx's -p option: the configuration of this version with the settings of this
# machine.
make_edge_folder() {
  local edge=$part/edge
  mkdir -p "$edge/infra"
  cp -r "$part/infra/nginx.conf" "$part/infra/nginx" "$edge/infra/"
  rm -r "$edge/infra/nginx/settings" "$edge/infra/nginx/trusted-proxies.conf"
  ln -s "$etc/nginx" "$edge/infra/nginx/settings"
  ln -s "$etc/nginx/trusted-proxies.conf" "$edge/infra/nginx/trusted-proxies.conf"
  ln -s "$srv/dist" "$edge/dist"
  ln -s "/var/log/$product" "$edge/logs"
  ln -s "/run/$product" "$edge/run"
  ln -s "/var/cache/$product" "$edge/tmp"
}

# Makes an existing version run with this Node.js, which may be another one than before.
use_runtime() {
  local target=../../node/${runtime##*/}
  if [[ $(readlink "$folder/node") == "$target" ]]; then return; fi
  say "$folder/node: $runtime"
  if [[ $dry_run ]]; then return; fi
  ln --symbolic --force --no-dereference "$target" "$folder/.node.part"
  mv --no-target-directory "$folder/.node.part" "$folder/node"
}

install_libraries() {
  local -a source=()
  if [[ -n $offline ]]; then source=(--offline --cache "$offline/npm-cache"); fi
  # In a subshell, because npm looks for the project in the current folder. It refuses a Node.js that does not satisfy
  # "engines" of package.json.
  (cd "$part" && run_quietly npm ci --engine-strict --omit=dev --ignore-scripts --no-audit --no-fund "${source[@]}")
  chown -R root:root "$part"
}

# Atomically points a link in $opt at a folder there.
point_link() {
  run ln --symbolic --force --no-dereference "$2" "$root$opt/.$1.part"
  run mv --no-target-directory "$root$opt/.$1.part" "$root$opt/$1"
}

linked_version() {
  local target
  target=$(readlink "$root$opt/$1") || return 0
  printf '%s' "${target##*/}"
}

# Makes this version current, and the current one the previous one.
swap_version() {
  local before
  before=$(linked_version current)
  if [[ -n $before && $before != "$1" ]]; then point_link previous "versions/$before"; fi
  point_link current "versions/$1"
}

# Keeps the current and the previous version, and the newest other one.
remove_old_versions() {
  local path name kept=0
  while read -r path; do
    name=${path##*/}
    if [[ $name == "$(linked_version current)" || $name == "$(linked_version previous)" ]]; then continue; fi
    if ((kept++ < 1)); then continue; fi
    run rm -rf "$path"
    say "removed $path"
  done < <(find "$root$opt/versions" -mindepth 1 -maxdepth 1 -type d ! -name '.*' -printf '%T@ %p\n' | sort --reverse --numeric-sort | cut -d ' ' -f 2-)
}
