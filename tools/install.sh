# shellcheck shell=bash
# Finds the tools that build.sh needs, and installs what is missing, project-locally where possible. build.sh sources
# this file. Each need_X returns at once if X is there.

readonly NODE_AT_LEAST=20.19
readonly RIVAL_VERSION=1.1.12
readonly LIGHTHOUSE_VERSION=13.5.0
readonly SEMVER_CHECKS_VERSION=0.51.0
readonly RUSTUP_SECONDS=120
readonly DEBIAN_RUST=(rustc-web cargo-web rust-web-src lld)
readonly BROWSERS=(chromium firefox webkit)
SMOKE_IN=("${BROWSERS[@]}") # browsers that run the smoke tests
# Environments that have the packages of tests/oracle, tests/interop and tests/linters.
readonly PYTHON=.tools/python/bin/python HOSTS_PYTHON=.tools/hosts/bin/python
readonly LINTERS=.tools/linters/bin
readonly SERVERS=.tools/servers/usr

is_debian() { grep -qsx 'ID=debian' /etc/os-release; }

# install_debian WHY PACKAGE...: installs Debian packages, on Debian; fails elsewhere.
install_debian() {
  local why=$1
  shift
  is_debian && has apt-get || return 1
  say "Installing Debian's $* ($why)"
  apt_as_root update && apt_as_root install -y --no-remove --no-install-recommends "$@" >/dev/null
}

apt_as_root() {
  local root=()
  if [[ $EUID -ne 0 ]]; then
    has sudo || return 1
    root=(sudo)
  fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# ---------------------------------------------------------------- Rust

need_rust() {
  has cargo rustc || die 'cargo is missing: it builds everything. Install Rust with rustup (https://rustup.rs).'
}

# need_component NAME WHY: a component of the rustup toolchain, such as clippy.
need_component() {
  cargo "${1#rust}" --version >/dev/null 2>&1 && return
  say "Installing rustup's $1 ($2)"
  if has rustup && rustup component add "$1"; then return; fi
  die "$1 is missing: it $2. Try: rustup component add $1"
}

# Finds a Rust that can build for wasm32 by one of three routes, tried in this order:
#   a  the active toolchain has the wasm32 standard library already;
#   b  rustup fetches it, which makes it route a;
#   c  Debian's Rust builds the standard library along, from its sources.
# CHUHE_WASM_ROUTE=a, b or c forces one. Sets ROUTE to a or c.
need_wasm_rust() {
  local forced=${CHUHE_WASM_ROUTE:-}
  case $forced in
    a) ready_a || die "route a: $(rustc --version 2>/dev/null || echo 'no rustc') has no standard library for $TARGET" ;;
    b) add_target_b || die "route b: rustup could not add $TARGET within $RUSTUP_SECONDS s" ;;
    c) ready_c || add_debian_rust_c || die "route c: needs the Debian packages ${DEBIAN_RUST[*]}" ;;
    '') ready_a || ready_c || add_target_b || add_debian_rust_c || die "no Rust here can build for $TARGET, and neither \
rustup nor Debian could supply one. Try: rustup target add $TARGET" ;;
    *) die "CHUHE_WASM_ROUTE is '$forced': it may be a, b or c" ;;
  esac
}

ready_a() {
  has rustc && compgen -G "$(rustc --print sysroot)/lib/rustlib/$TARGET/lib/libstd-*.rlib" >/dev/null && ROUTE=a
}

add_target_b() {
  has rustup || return 1
  say "Adding $TARGET to the active Rust toolchain (rustup target add)"
  local add=(rustup target add "$TARGET")
  if has timeout; then add=(timeout "$RUSTUP_SECONDS" "${add[@]}"); fi
  "${add[@]}" </dev/null && ready_a
}

ready_c() {
  [[ -x /usr/bin/rustc && -x /usr/bin/cargo && -f /usr/lib/rustlib/src/rust/library/std/Cargo.toml ]] &&
    has wasm-ld && ROUTE=c
}

add_debian_rust_c() { install_debian 'a Rust that builds its standard library for wasm' "${DEBIAN_RUST[@]}" && ready_c; }

# Finds the standard library's sources: memory that workers share needs a standard library that is built for it.
need_library_sources() {
  [[ $ROUTE == c || -f $(rustc --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml ]] && return
  say "Adding the standard library's sources to the active Rust toolchain (rustup component add rust-src)"
  if has rustup && rustup component add rust-src </dev/null; then return; fi
  (unset CHUHE_WASM_ROUTE && ready_c) || add_debian_rust_c || die "the sources of Rust's standard library are missing: \
the wasm that searches with several cores needs them. Try: rustup component add rust-src"
  ROUTE=c
}

# need_wasm_clippy: clippy for the wasm, which on route c is a package of its own. Fails if it cannot be had.
need_wasm_clippy() {
  [[ $ROUTE != c || -x /usr/bin/cargo-clippy ]] || install_debian 'lints the code that is for wasm only' rust-web-clippy
}

# The version of a crate in Cargo.lock.
locked_version() {
  awk -v name="\"$1\"" '$1 == "name" { found = $3 == name } found && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' \
    Cargo.lock
}

# wasm-bindgen's program must have exactly the version of the crate.
need_wasm_bindgen() {
  local version
  version=$(locked_version wasm-bindgen)
  [[ -x .tools/bin/wasm-bindgen-test-runner ]] &&
    [[ $(.tools/bin/wasm-bindgen --version 2>/dev/null) == "wasm-bindgen $version" ]] && return
  need_rust
  say "Installing wasm-bindgen $version into .tools (makes the JavaScript side of the wasm; one to two minutes)"
  # A debug build compiles in a third of the time and is quick enough. Without --locked: a version that the lock file of
  # wasm-bindgen names may have been withdrawn.
  CARGO_PROFILE_DEV_DEBUG=false cargo install --quiet --debug --force --root .tools --version "=$version" wasm-bindgen-cli \
    --bin wasm-bindgen --bin wasm-bindgen-test-runner </dev/null
}

# The program that compares the public items of two versions of a crate.
need_semver_checks() {
  [[ $(.tools/bin/cargo-semver-checks semver-checks --version 2>/dev/null) == "cargo-semver-checks $SEMVER_CHECKS_VERSION" ]] && return
  need_rust
  say "Installing cargo-semver-checks $SEMVER_CHECKS_VERSION into .tools (compares versions of the crates; some minutes)"
  CARGO_PROFILE_DEV_DEBUG=false cargo install --quiet --locked --debug --force --root .tools \
    --version "=$SEMVER_CHECKS_VERSION" cargo-semver-checks </dev/null
}

# ---------------------------------------------------------------- Node, Python

need_node() {
  has node npm || die "node and npm are missing: they run wasm-opt, the linters, the server and the page tests. \
Install Node $NODE_AT_LEAST or newer (https://nodejs.org)."
  node -e 'const [need, have] = [process.argv[1], process.versions.node].map((v) => v.split(".").map(Number));
    process.exit(have[0] > need[0] || (have[0] === need[0] && have[1] >= need[1]) ? 0 : 1)' "$NODE_AT_LEAST" ||
    die "Node $(node --version) is too old: $NODE_AT_LEAST or newer is needed."
}

readonly NPM_QUIETLY=(--ignore-scripts --no-audit --no-fund --loglevel=error)

# Installs the packages of package-lock.json into node_modules, and again only after that file has changed.
need_npm_packages() {
  need_node
  local stamp=node_modules/.installed-lock.json
  cmp -s package-lock.json "$stamp" && return
  say 'Installing the npm packages of package-lock.json into node_modules (wasm-opt, bundler, server, linters, browser driver)'
  npm ci "${NPM_QUIETLY[@]}" </dev/null
  cp package-lock.json "$stamp"
}

# need_npm_tool FOLDER PACKAGE VERSION WHY: an npm package in a folder of its own in .tools.
need_npm_tool() {
  need_node
  local folder=.tools/$1
  grep -qs "\"version\": \"$3\"" "$folder/node_modules/$2/package.json" && return
  say "Installing npm's $2 $3 into $folder ($4)"
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock "${NPM_QUIETLY[@]}" "$2@$3" </dev/null
}

# The browser build of Fairy-Stockfish. It is GPL-3.0: it stays in .tools and is never shipped.
need_rival() { need_npm_tool fairy-wasm fairy-stockfish-nnue.wasm "$RIVAL_VERSION" 'an opponent to measure with'; }

# Lighthouse brings a hundred packages along, hence no entry in package.json.
need_lighthouse() { need_npm_tool lighthouse lighthouse "$LIGHTHOUSE_VERSION" 'measures the pages'; }

# The bundlers and runtimes in which the npm package is tried.
need_bundlers() {
  need_node
  local folder=.tools/bundlers
  cmp -s tests/web/npm/package-lock.json "$folder/package-lock.json" && [[ -d $folder/node_modules ]] && return
  say "Installing the npm packages of tests/web/npm into $folder (bundlers and runtimes that use the npm package)"
  mkdir -p "$folder"
  cp tests/web/npm/package*.json "$folder"
  npm ci --prefix "$folder" "${NPM_QUIETLY[@]}" </dev/null
  node "$folder/node_modules/bun/install.js" # the one script that is needed: it finds Bun's program
}

# need_python_packages PYTHON REQUIREMENTS WHY: a Python environment that has the packages of a requirements.txt.
need_python_packages() {
  local folder=${1%/bin/python} stamp=${1%/bin/python}/.installed
  cmp -s "$2" "$stamp" && return
  say "Installing the packages of $2 into $folder ($3)"
  rm -rf "$folder"
  make_environment "$folder" || { install_debian 'makes Python environments' python3-venv && make_environment "$folder"; } ||
    die "python3 with its venv module is missing: it runs $3. On Debian: apt-get install python3-venv"
  "$1" -m pip install --quiet --disable-pip-version-check --requirement "$2"
  cp "$2" "$stamp"
}

make_environment() { has python3 && python3 -m venv "$1" >/dev/null; }

need_pyffish() { need_python_packages "$PYTHON" tests/oracle/requirements.txt 'pyffish, which the rules are compared with'; }

need_hosts() { need_python_packages "$HOSTS_PYTHON" tests/interop/requirements.txt 'cchess, in which games are played, and programs that check the OpenAPI file'; }

need_linters() {
  need_python_packages "$LINTERS/python" tests/linters/requirements.txt 'linters of the files for hosts and releases'
}

# ---------------------------------------------------------------- web servers

# Finds nginx and Caddy. Debian's packages are unpacked into .tools: installed, they would serve on port 80 at once.
need_web_servers() {
  local PATH=$PATH:/usr/sbin:$SERVERS/bin:$SERVERS/sbin
  has nginx caddy && return
  say "Downloading Debian's nginx and caddy into .tools (the release is served by them in a test)"
  if is_debian && has apt-get dpkg-deb && download_debian "${SERVERS%/usr}" nginx caddy && has nginx caddy; then return; fi
  [[ -z ${CI:-} ]] || die 'nginx or caddy is missing: the release is served by them in a test.'
  say 'left out: nginx or caddy is missing, and only Debian has them by themselves'
}

# Finds mosquitto, the other relay of the tests. Debian's package starts it with its own configuration, for this machine alone.
need_mosquitto() {
  local PATH=$PATH:/usr/sbin
  has mosquitto && return
  if install_debian 'the other relay of the tests' mosquitto && has mosquitto; then return; fi
  [[ -z ${CI:-} ]] || die 'mosquitto is missing: the tests compare the relay with it.'
  say 'left out: mosquitto is missing, and only Debian has it by itself'
}

# download_debian FOLDER PACKAGE...: unpacks Debian packages, without those that they depend on.
download_debian() {
  local folder=$1
  shift
  rm -rf "$folder" && mkdir -p "$folder"
  (
    cd "$folder"
    apt-get -qq download "$@" 2>/dev/null || { apt_as_root update && apt-get -qq download "$@"; }
    local archive
    for archive in *.deb; do dpkg-deb --extract "$archive" . && rm "$archive"; done
  )
}

# ---------------------------------------------------------------- browsers

# Sets CHROMIUM and CHROMEDRIVER.
need_chromium() {
  if [[ $EUID -eq 0 && -z ${CHROMIUM:-} ]] && is_debian && ! has chromium-headless-shell; then
    install_debian 'the browser of the tests' chromium-headless-shell chromium-driver || true
  fi
  find_chromium && return
  install_debian 'the browser of the tests' chromium-headless-shell chromium-driver && find_chromium && return
  die 'Chromium and its chromedriver are missing: the tests run the page in them. Install them and set the environment
variables CHROMIUM and CHROMEDRIVER to their paths if they are not found by themselves.'
}

# Prefers the headless shell, which is Chromium without windows: it opens a page in half the time.
find_chromium() {
  CHROMIUM=${CHROMIUM:-$(first_program chromium-headless-shell chromium google-chrome google-chrome-stable chromium-browser \
    '/Applications/Chromium.app/Contents/MacOS/Chromium' \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_program chromedriver "${CHROMEWEBDRIVER:-/usr/lib/chromium}/chromedriver")}
  [[ -x $CHROMIUM && -x $CHROMEDRIVER ]] || return 1
  export CHROMIUM CHROMEDRIVER
}

# The path of the first of the programs that exists; nothing if none does.
first_program() {
  local program
  for program; do
    command -v "$program" && return
  done
  true
}

# need_browser NAME: one of BROWSERS with what drives it; fails if it is missing and cannot be installed.
need_browser() {
  case $1 in
    chromium) need_chromium ;;
    firefox) [[ -n ${FIREFOX:-} ]] || has firefox-esr || has firefox ||
      install_debian 'one of the three browsers' firefox-esr ;;
    webkit) if ! has WebKitWebDriver Xvfb openbox localedef || [[ ! -d /usr/share/i18n ]]; then
      install_debian 'one of the three browsers' webkit2gtk-driver xvfb openbox locales
    fi ;;
  esac
}

# Removes from SMOKE_IN the browsers that are missing and cannot be installed. In CI none may be missing.
need_browsers() {
  local name found=()
  for name in "${SMOKE_IN[@]}"; do
    if need_browser "$name"; then
      found+=("$name")
    elif [[ -n ${CI:-} ]]; then
      die "$name is missing: the tests run the page in it."
    else
      say "left out: $name is missing, and only Debian's packages are installed by themselves"
    fi
  done
  SMOKE_IN=("${found[@]}")
}
