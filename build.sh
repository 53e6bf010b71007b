#!/usr/bin/env bash
## Usage: ./build.sh COMMAND
##
# The lines that start with "##" are the help text, in this order. Order of this file: helpers, tools, wasm, commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly TARGET=wasm32-unknown-unknown
readonly WASM_RUSTFLAGS=-Ctarget-feature=+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext
# What memory that workers share takes besides. It is made by the page, as large as is needed and no larger than this.
readonly SHARED_RUSTFLAGS=("-Ctarget-feature=+atomics,+mutable-globals" -Clink-arg=--shared-memory -Clink-arg=--import-memory
  -Clink-arg=--max-memory=1073741824 -Clink-arg=--export=__wasm_init_tls -Clink-arg=--export=__tls_size
  -Clink-arg=--export=__tls_align -Clink-arg=--export=__tls_base)
# A function with one caller stays one: rustc has decided that already, and the download is two kilobytes smaller.
readonly WASM_OPT_FLAGS=(-O3 --one-caller-inline-max-function-size=0 --strip-producers
  --strip-target-features --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int
  --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue)
readonly SHARED_TARGET_DIR=target/wasm-shared
readonly NODE_AT_LEAST=20.19
readonly RUSTUP_SECONDS=120
readonly RIVAL_VERSION=1.1.12
readonly LIGHTHOUSE_VERSION=13.5.0
# Has Node take TypeScript.
readonly TSX=--import=tsx
readonly PARTS=target/tests/parts.tsv
readonly BROWSERS=(chromium firefox webkit)
# Files of page tests that cause faults.
readonly FAULT_TESTS=(faults-storage faults-calls faults-input storage page-failures page-tabs chaos release engine-client
  engine-worker.browser http-engine)
WEB_TESTS=() # files of page tests to run; empty: all
SMOKE_IN=("${BROWSERS[@]}") # browsers in which the same steps are done
readonly DEBIAN_RUST=(rustc-web cargo-web rust-web-src lld)

# ---------------------------------------------------------------- helpers

say() { printf '%s\n' "$*"; }

die() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

# has PROGRAM...: all of them can be run.
has() {
  local program
  for program; do
    command -v "$program" >/dev/null 2>&1 || return
  done
}

# part NAME COMMAND...: a line of the table: runs the command, whose output goes to target/tests/NAME.log and is shown
# only if it fails.
part() {
  local name=$1 log=target/tests/${1// /-}.log start=$SECONDS status=0
  shift
  # In the background and waited for, not in a condition: errexit must stay on inside the command.
  "$@" >"$log" 2>&1 </dev/null &
  wait $! || status=$?
  local seconds=$((SECONDS - start)) tests
  tests=$(awk '/^test result:/ { sum += $4 + $6 } END { if (sum) print sum }' "$log")
  printf '%s\t%s\t%s\t%s\n' "$name" "${tests:--}" "$seconds" "$status" >>"$PARTS"
  if ((status == 0)); then
    say "$name: ${tests:+$tests tests, }$seconds s"
  else
    printf '\n==> %s failed after %s s; the end of %s:\n\n%s\n\n' "$name" "$seconds" "$log" "$(failure_of "$log")"
  fi
  return "$status"
}

# What a log says of a failure: everything from the line "failures:", which libtest and our runner write, or its end.
failure_of() {
  if grep -q '^failures:' "$1"; then
    awk '/^failures:/ { found = 1 } found && NF && ++lines <= 400' "$1"
  else
    tail -n 60 "$1"
  fi
}

# all_parts FUNCTION: runs a function that is made of parts, and ends with one table of what they did.
all_parts() {
  local started=$SECONDS status=0
  rm -rf target/tests/*.log target/tests/pages
  mkdir -p target/tests
  : >"$PARTS"
  # What runs in the background would go on after Ctrl-C.
  trap 'trap - INT; kill 0' INT
  # Likewise waited for, since nothing inside it would stop at an error if it stood in a condition.
  "$1" &
  wait $! || status=$?
  summary $((SECONDS - started))
  return "$status"
}

# side_by_side FUNCTION...: runs functions side by side. Each ends with its first part that fails; the others go on.
side_by_side() {
  local lanes=() lane status=0
  for lane; do
    "$lane" &
    lanes+=($!)
  done
  for lane in "${lanes[@]}"; do wait "$lane" || status=1; done
  return "$status"
}

# The table of the parts and the slowest tests. Where parts run side by side, each takes longer than it would alone.
summary() {
  printf '\n%-28s %7s %8s\n' part tests seconds
  awk -F '\t' '{ printf "%-28s %7s %8s%s\n", $1, $2, $3, $4 ? "   FAILED" : ""; tests += $2 }
    END { printf "%-28s %7d %8d\n", "all, from start to end", tests, seconds }' "seconds=$1" "$PARTS"
  slowest_tests | sort -rn | awk 'NR == 1 { printf "\nslowest tests, in seconds\n" } NR <= 10 { print }'
}

# Lines "SECONDS NAME" of the tests that were timed.
slowest_tests() {
  sed -n 's/^test \(.*\) \.\.\. ok <\([0-9.]*\)s>$/\2 \1/p' target/tests/*.log
}

is_debian() { grep -qsx 'ID=debian' /etc/os-release; }

# install_debian WHY PACKAGE...: installs Debian packages, on Debian; fails elsewhere.
install_debian() {
  local why=$1 root=()
  shift
  is_debian && has apt-get || return 1
  if [[ $EUID -ne 0 ]]; then
    has sudo || return 1
    root=(sudo)
  fi
  say "Installing Debian's $* ($why)"
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update </dev/null &&
    "${apt[@]}" install -y --no-remove --no-install-recommends "$@" </dev/null >/dev/null
}

# ---------------------------------------------------------------- tools

need_rust() {
  has cargo rustc || die 'cargo is missing: it builds everything. Install Rust with rustup (https://rustup.rs).'
}

# need_component NAME WHY: a part of the rustup toolchain, e.g. clippy.
need_component() {
  cargo "${1#rust}" --version >/dev/null 2>&1 && return
  say "Installing rustup's $1 ($2)"
  if has rustup && rustup component add "$1"; then return; fi
  die "$1 is missing: it $2. Try: rustup component add $1"
}

need_node() {
  has node npm || die "node and npm are missing: they run wasm-opt, the linters, the server and the page tests. \
Install Node $NODE_AT_LEAST or newer (https://nodejs.org)."
  node -e 'const [need, have] = [process.argv[1], process.versions.node].map((v) => v.split(".").map(Number));
    process.exit(have[0] > need[0] || (have[0] === need[0] && have[1] >= need[1]) ? 0 : 1)' "$NODE_AT_LEAST" ||
    die "Node $(node --version) is too old: $NODE_AT_LEAST or newer is needed."
}

# The packages of package-lock.json in node_modules; installed anew only if that file has changed.
need_npm_packages() {
  need_node
  local stamp=node_modules/.installed-lock.json
  cmp -s package-lock.json "$stamp" && return
  say 'Installing the npm packages of package-lock.json into node_modules (wasm-opt, bundler, server, linters, browser driver)'
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null
  cp package-lock.json "$stamp"
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
  # A debug build: it compiles in a third of the time and is quick enough. Without --locked: a version that its
  # lock file names may have been withdrawn.
  CARGO_PROFILE_DEV_DEBUG=false cargo install --quiet --debug --force --root .tools --version "=$version" wasm-bindgen-cli \
    --bin wasm-bindgen --bin wasm-bindgen-test-runner </dev/null
}

# Sets PYTHON to one that has the packages of tests/oracle/requirements.txt, in an environment of its own.
need_pyffish() {
  local wanted=tests/oracle/requirements.txt stamp=.tools/python/.installed
  PYTHON=.tools/python/bin/python
  cmp -s "$wanted" "$stamp" && return
  say 'Installing pyffish into .tools/python (the rules of Fairy-Stockfish, to compare with)'
  rm -rf .tools/python
  make_python || { install_debian 'makes an environment for pyffish' python3-venv && make_python; } ||
    die 'python3 with its venv module is missing: it runs pyffish, which the rules are compared with.'
  "$PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$stamp"
}

# Sets HOSTS_PYTHON to one that has the packages of tests/interop/requirements.txt, in an environment of its own.
need_hosts() {
  local wanted=tests/interop/requirements.txt stamp=.tools/hosts/.installed
  HOSTS_PYTHON=.tools/hosts/bin/python
  cmp -s "$wanted" "$stamp" && return
  say 'Installing cchess into .tools/hosts (a program for Xiangqi, to play games in)'
  rm -rf .tools/hosts
  has python3 && python3 -m venv .tools/hosts >/dev/null ||
    { install_debian 'makes an environment for cchess' python3-venv && python3 -m venv .tools/hosts >/dev/null; } ||
    die 'python3 with its venv module is missing: it runs cchess, in which games are played.'
  "$HOSTS_PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$stamp"
}

make_python() { has python3 && python3 -m venv .tools/python >/dev/null; }

# The browser build of Fairy-Stockfish, an opponent of matches. It is GPL-3.0: it stays in .tools and is never shipped.
need_rival() {
  need_node
  local folder=.tools/fairy-wasm
  [[ -f $folder/node_modules/fairy-stockfish-nnue.wasm/stockfish.wasm ]] && return
  say "Installing npm's fairy-stockfish-nnue.wasm $RIVAL_VERSION into $folder (an opponent to measure with)"
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error \
    "fairy-stockfish-nnue.wasm@$RIVAL_VERSION" </dev/null
}

# Measures pages by hand; in a folder of its own because it brings a hundred packages along.
need_lighthouse() {
  need_node
  local folder=.tools/lighthouse
  grep -qs "\"version\": \"$LIGHTHOUSE_VERSION\"" "$folder/node_modules/lighthouse/package.json" && return
  say "Installing npm's lighthouse $LIGHTHOUSE_VERSION into $folder (measures the pages)"
  mkdir -p "$folder"
  npm install --prefix "$folder" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error \
    "lighthouse@$LIGHTHOUSE_VERSION" </dev/null
}

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

# The headless shell is Chromium without windows: it opens a page in half the time.
find_chromium() {
  CHROMIUM=${CHROMIUM:-$(first_program chromium-headless-shell chromium google-chrome google-chrome-stable chromium-browser \
    '/Applications/Chromium.app/Contents/MacOS/Chromium' \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_program chromedriver "${CHROMEWEBDRIVER:-/usr/lib/chromium}/chromedriver")}
  [[ -x $CHROMIUM && -x $CHROMEDRIVER ]] || return 1
  export CHROMIUM CHROMEDRIVER
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

# Leaves those in SMOKE_IN that are there or can be installed. CI has all of them.
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

# The path of the first of the programs that exists; nothing if none does.
first_program() {
  local program
  for program; do
    command -v "$program" && return
  done
  true
}

# ---------------------------------------------------------------- wasm

# A Rust that can build for wasm32 is found by three routes, tried in this order:
#   a  the active toolchain has the wasm32 standard library already;
#   b  rustup fetches it, which makes it route a;
#   c  Debian's Rust with the library's sources: the standard library is built along.
# CHUHE_WASM_ROUTE=a, b or c forces one. Sets ROUTE to a or c.
need_wasm_rust() {
  local forced=${CHUHE_WASM_ROUTE:-}
  case $forced in
    a) ready_a || die "route a: $(rustc --version 2>/dev/null || echo 'no rustc') has no standard library for $TARGET" ;;
    b) add_target_b || die "route b: rustup could not add $TARGET within $RUSTUP_SECONDS s" ;;
    c) ready_c || add_debian_rust_c || die "route c: needs the Debian packages ${DEBIAN_RUST[*]}" ;;
    '') ready_a || ready_c || add_target_b || add_debian_rust_c || die_without_wasm_rust ;;
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

die_without_wasm_rust() {
  die "no Rust here can build for $TARGET, and neither rustup nor Debian could supply one. Try: rustup target add $TARGET"
}

wasm_target_dir() { if [[ $ROUTE == c ]]; then echo target/wasm-std; else echo target/wasm; fi; }

# Memory that workers share needs a standard library that was built for it, from its sources.
need_library_sources() {
  [[ $ROUTE == c || -f $(rustc --print sysroot)/lib/rustlib/src/rust/library/std/Cargo.toml ]] && return
  say "Adding the standard library's sources to the active Rust toolchain (rustup component add rust-src)"
  if has rustup && rustup component add rust-src </dev/null; then return; fi
  (unset CHUHE_WASM_ROUTE && ready_c) || add_debian_rust_c || die "the sources of Rust's standard library are missing: \
the wasm that searches with several cores needs them. Try: rustup component add rust-src"
  ROUTE=c
}

# wasm_cargo SUBCOMMAND ARGUMENT...: cargo for wasm32 by the route found, in a target folder of its own, because
# other flags would rebuild everything (the standard library included) at each change between wasm and native. With
# SHARED=yes it builds for memory that workers share, and the standard library too.
wasm_cargo() (
  local cargo=(cargo "$1" --locked --target "$TARGET")
  shift
  local flags=("$WASM_RUSTFLAGS")
  export CARGO_TARGET_DIR
  export CARGO_PROFILE_TEST_DEBUG=false # debug information makes the tests' wasm slow to load
  CARGO_TARGET_DIR=$(wasm_target_dir)
  if [[ -n ${SHARED:-} ]]; then
    flags+=("${SHARED_RUSTFLAGS[@]}")
    CARGO_TARGET_DIR=$SHARED_TARGET_DIR
    export RUSTC_BOOTSTRAP=1
  fi
  if [[ $ROUTE == c ]]; then
    export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc CARGO=/usr/bin/cargo RUSTC_BOOTSTRAP=1
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    cargo[0]=/usr/bin/cargo
    # By name, since cargo looks for its subcommands in ~/.cargo/bin first, where rustup's are.
    if [[ ${cargo[1]} == clippy ]]; then cargo[0]=/usr/bin/cargo-clippy; fi
  fi
  if [[ $ROUTE == c || -n ${SHARED:-} ]]; then cargo+=('-Zbuild-std=std,panic_abort'); fi
  # A panic names its line without the folders of who has built it.
  flags+=("--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/cargo"
    "--remap-path-prefix=$("${RUSTC:-rustc}" --print sysroot)/lib/rustlib/src=")
  local IFS=$'\x1f' # folders may have spaces in their names
  export CARGO_ENCODED_RUSTFLAGS="${flags[*]}"
  "${cargo[@]}" "$@" </dev/null
)

# Makes the wasm packages, and the engine's client for other programs.
build_wasm() {
  build_wasm_packages
  build_engine_package
}

# Makes www/pkg from src/wasm, with the feature "lab" www/pkg-lab for the Lab page, and www/pkg-threads for
# searches with several cores; leaves them alone if the same would come out. Cargo gives all the same name, hence one
# after the other, that of the game last.
build_wasm_packages() {
  need_rust
  need_npm_packages
  need_wasm_bindgen
  need_wasm_rust
  need_library_sources
  local wasm key
  wasm=$(wasm_target_dir)/$TARGET/release/chuhe_wasm.wasm
  key="$(wasm_sources | cksum) $ROUTE $(locked_version wasm-bindgen) $WASM_RUSTFLAGS ${SHARED_RUSTFLAGS[*]} ${WASM_OPT_FLAGS[*]} \
$(declare -f wasm_cargo | cksum)"
  if [[ -f $wasm ]] && is_made_from "$key" www/pkg && is_made_from "$key" www/pkg-lab &&
    is_made_from "$key" www/pkg-threads; then
    say 'www/pkg, www/pkg-lab and www/pkg-threads are up to date'
    return
  fi
  SHARED=yes wasm_cargo build --release --package chuhe-wasm
  make_package threads "$SHARED_TARGET_DIR/$TARGET/release/chuhe_wasm.wasm" www/pkg-threads "$key" --enable-threads
  wasm_cargo build --release --package chuhe-wasm --features lab
  make_package lab "$wasm" www/pkg-lab "$key"
  wasm_cargo build --release --package chuhe-wasm
  make_package chuhe "$wasm" www/pkg "$key"
}

# Makes www/pkg/engine, the client and the workers of www/js/engine as JavaScript with declarations.
build_engine_package() {
  local file new=target/engine.new
  rm -rf "$new"
  node_modules/.bin/tsc --project tsconfig.package.json --outDir "$new"
  # tsc changes the names of imported files, but not those of workers.
  for file in "$new"/*; do
    sed 's|"\(\./[a-z-]*\)\.ts"|"\1.js"|' "$file" >"$file.new"
    mv "$file.new" "$file"
  done
  rm -rf www/pkg/engine
  mv "$new" www/pkg/engine
}

# All that the wasm packages are made of: the names and contents of the files, and the compiler.
wasm_sources() {
  find src -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum
  cksum Cargo.toml Cargo.lock package-lock.json tools/glue.mjs
  if [[ $ROUTE == c ]]; then /usr/bin/rustc -vV; else rustc -vV; fi
}

is_made_from() { [[ -f $2/.made-from && $(<"$2/.made-from") == "$1" ]]; }

# make_package NAME WASM FOLDER KEY FLAG...: the JavaScript side and the optimised wasm, in a folder that remembers its
# key. Flags are wasm-opt's.
make_package() {
  local name=$1 wasm=$2 folder=$3 key=$4 new=target/pkg.new
  shift 4
  rm -rf "$new"
  .tools/bin/wasm-bindgen --target web --out-name "$name" --out-dir "$new" "$wasm"
  node tools/glue.mjs "$new/$name.js"
  node_modules/.bin/wasm-opt "${WASM_OPT_FLAGS[@]}" "$@" "$new/${name}_bg.wasm" -o "$new/${name}_bg.wasm"
  printf '%s\n' "$key" >"$new/.made-from"
  rm -rf "$folder" && mkdir -p www
  mv "$new" "$folder"
  say "$folder is made ($(wc -c <"$folder/${name}_bg.wasm") bytes of wasm, route $ROUTE)"
}

# ---------------------------------------------------------------- commands

## setup          install whatever the other commands need, project-locally where possible
cmd_setup() {
  need_rust
  need_component rustfmt 'checks the format of the Rust code'
  need_component clippy 'lints the Rust code'
  need_npm_packages
  need_wasm_bindgen
  need_wasm_rust
  need_pyffish
  need_hosts
  need_browsers
  say "Everything is there (wasm by route $ROUTE, $("$CHROMIUM" --version))"
}

## wasm           build the wasm and its JavaScript side into www/pkg, that of the Lab into www/pkg-lab, and that
##                which searches with several cores into www/pkg-threads; the engine's client for other programs into
##                www/pkg/engine
cmd_wasm() { build_wasm; }

## serve [PORT]   make a release and serve the game on 127.0.0.1 (port 8080, or the next free one); "npm run dev" serves
##                the sources instead, and shows changes at once
cmd_serve() {
  cmd_dist
  cargo build --locked --release --bin chuhe
  exec target/release/chuhe serve --dir dist --port "${1:-8080}"
}

## check          formats, lints and types, of Rust, JavaScript and shell
cmd_check() { all_parts check_all; }

check_all() {
  need_for_checks
  checks_of_rust
  checks_of_page
}

need_for_checks() {
  need_rust
  need_component rustfmt 'checks the format of the Rust code'
  need_component clippy 'lints the Rust code'
  need_npm_packages
  need_wasm_rust
}

checks_of_rust() {
  part 'rustfmt' check_format
  part 'clippy' lint
}

checks_of_page() {
  part 'wasm' build_wasm # tsc reads the types in www/pkg and www/pkg-lab
  part 'clippy for wasm' clippy_wasm
  part 'page checks' check_page
}

check_format() {
  cargo fmt --all --check
  cargo fmt --manifest-path fuzz/Cargo.toml --check
}

lint() {
  # The fuzz targets' lock file fits their crates and ours. Unlike `cargo metadata`, this downloads none of them.
  cargo update --quiet --workspace --locked --manifest-path fuzz/Cargo.toml
  cargo clippy --locked --all-targets --workspace --exclude chuhe-wasm -- -D warnings
  cargo clippy --locked --package chuhe-cli --package chuhe-dev --features tune -- -D warnings
}

check_page() {
  node "$TSX" tools/diagrams.ts --check # of docs/RULES.md
  node_modules/.bin/prettier --check --cache --log-level warn .
  node_modules/.bin/oxlint --deny-warnings
  node_modules/.bin/tsc --project .
  node_modules/.bin/tsc --project tsconfig.worker.json
  node_modules/.bin/tsc --project tsconfig.tests.json
  check_shell
}

clippy_wasm() {
  if [[ $ROUTE == c && ! -x /usr/bin/cargo-clippy ]]; then
    install_debian 'lints the code that is for wasm only' rust-web-clippy || {
      say 'left out: Debian package rust-web-clippy is missing'
      return
    }
  fi
  # The tests' profile, so that the standard library is built once for both.
  wasm_cargo clippy --profile test --package chuhe-wasm --lib --tests --features lab -- -D warnings
}

check_shell() {
  if has shellcheck; then
    shellcheck build.sh .ci/run
  else
    say 'left out: shellcheck is not installed'
  fi
}

## test [PART]    all checks and tests, or one part: check, native, oracle (against pyffish), interop (games in
##                programs that others made), wasm (node and worker), web (modules and page); or changed: what
##                the changes since the last commit of main can touch. Logs, and pictures of pages that
##                failed, are in target/tests. web --browser NAME does what is done in every browser in one
##                of them: chromium, firefox or webkit. faults causes all the faults of docs/TRUST.md; the
##                other parts cause a few of them
cmd_test() {
  case ${1:-all} in
    all) test_all ;;
    check) cmd_check ;;
    web) if [[ ${2:-} == --browser ]]; then test_in "${3:-}"; else all_parts test_web; fi ;;
    native | oracle | interop | wasm | faults) all_parts "test_$1" ;;
    changed) test_changed ;;
    *) die "unknown part of the tests: $1" ;;
  esac
}

test_all() {
  all_parts download_and_test
  say
  say "All checks and tests passed in $SECONDS s."
}

# What is downloaded comes first; then two lanes, so that neither core waits for the other.
download_and_test() {
  part 'downloads' download_all
  side_by_side native_lane page_lane
}

download_all() {
  need_for_checks
  cargo fetch --locked
  need_pyffish
  need_hosts
  need_browsers
}

# The shorter lane. It yields the processors to the other, whose tests watch a page.
native_lane() {
  renice -n 5 -p "$BASHPID" >/dev/null || true
  checks_of_rust
  test_native
  run_oracle
  run_interop
}

page_lane() {
  need_wasm_rust
  part 'wasm-bindgen' need_wasm_bindgen
  checks_of_page
  test_wasm
  part 'dist' cmd_dist
  run_browsers
  part 'wait for the native build' build_native
  run_web
}

# What can be touched by the changes since this branch left main, or on main by what is not committed: files of page
# tests by the graph of imports, the other parts by folder.
test_changed() {
  need_npm_packages
  local base changed
  base=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
  changed=$(git diff --name-only --no-renames "$base" && git ls-files --others --exclude-standard)
  [[ -n $changed ]] || { say 'nothing has changed'; return; }
  mapfile -t CHANGED <<<"$changed"
  all_parts parts_changed
}

parts_changed() {
  check_all
  local rust='^(src/|tests/data/|www/assets/|Cargo\.|build\.sh)'
  # Of the other folders one native test checks what the documents say.
  if any_changed "$rust|^(tests/|examples/|benches/|docs/|tools/|www/|README)"; then test_native; fi
  if any_changed "$rust|^tests/oracle/"; then test_oracle; fi
  if any_changed "$rust|^tests/interop/"; then test_interop; fi
  if any_changed "$rust|^tests/wasm_|^tests/common/|^webdriver"; then test_wasm; fi
  if any_changed '^tests/web/smoke/'; then test_browsers; fi
  local tests
  tests=$(node "$TSX" tests/web/changed.ts "${CHANGED[@]}")
  [[ -n $tests ]] || return 0
  mapfile -t WEB_TESTS <<<"$tests"
  test_web
}

# any_changed PATTERN: an extended regular expression fits the path of a changed file.
any_changed() { grep -qE "$1" <<<"$(printf '%s\n' "${CHANGED[@]}")"; }

test_native() {
  need_rust
  part 'native build' build_native
  part 'native tests' run_native
}

# Also makes target/debug/chuhe, which other tests run: `cargo build` would build it with other features of its crates.
build_native() { cargo test --locked --no-run; }

run_native() {
  local host status=0
  host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
  # libtest tells how long a test took only with unstable options allowed.
  env "CARGO_TARGET_${host}_RUNNER=env RUSTC_BOOTSTRAP=1" \
    cargo test --locked --no-fail-fast --tests -- -Zunstable-options --report-time || status=$?
  cargo test --locked --doc || status=$?
  return "$status"
}

test_oracle() {
  need_rust
  part 'native build' build_native
  run_oracle
}

run_oracle() {
  need_pyffish
  part 'legal moves by pyffish' "$PYTHON" tests/oracle/legal_moves.py target/debug/chuhe
}

test_interop() {
  need_rust
  part 'native build' build_native
  run_interop
}

run_interop() {
  need_hosts
  part 'games in cchess, XBoard' "$HOSTS_PYTHON" tests/interop/hosts.py target/debug/chuhe
}

test_wasm() {
  need_wasm_bindgen
  need_wasm_rust
  need_node
  need_chromium
  part 'wasm tests' run_wasm
}

# Each program says itself whether it runs in node or in a worker.
run_wasm() (
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=$PWD/.tools/bin/wasm-bindgen-test-runner
  export WASM_BINDGEN_TEST_WEBDRIVER_JSON=$PWD/target/webdriver.json
  node -e 'const config = require("./webdriver.json");
    config["goog:chromeOptions"].binary = process.env.CHROMIUM;
    require("node:fs").writeFileSync(process.argv[1], JSON.stringify(config))' "$WASM_BINDGEN_TEST_WEBDRIVER_JSON"
  wasm_cargo test --package chuhe-wasm --test wasm_node --test wasm_worker
)

test_web() {
  need_rust
  part 'dist' cmd_dist
  part 'native build' build_native # the server that the page plays against
  run_web
}

run_web() {
  need_chromium
  part 'page tests' env CHUHE_SITE=dist node "$TSX" tests/web/run.ts ${WEB_TESTS[@]+"${WEB_TESTS[@]}"}
}

# Every fault that is caused on purpose, where a run of all tests makes do with a sample.
test_faults() {
  need_rust
  need_chromium
  part 'dist' cmd_dist
  part 'native build' build_native
  part 'faults of the server' env CHUHE_FAULTS=all cargo test --locked --test command_line serve::
  part 'faults of the pages' env CHUHE_FAULTS=all CHUHE_SITE=dist node "$TSX" tests/web/run.ts "${FAULT_TESTS[@]/%/.test.ts}"
}

# test_in NAME: what is done in every browser, in one of them.
test_in() {
  [[ " ${BROWSERS[*]} " == *" $1 "* ]] || die "no such browser: '$1' (${BROWSERS[*]})"
  need_browser "$1" || die "$1 is missing, and only Debian's packages are installed by themselves."
  SMOKE_IN=("$1")
  all_parts test_browsers
}

test_browsers() {
  need_rust
  part 'dist' cmd_dist
  run_browsers
}

# The same steps in each, on the release.
run_browsers() {
  need_browsers
  local files=("${SMOKE_IN[@]/#/smoke/}")
  files=("${files[@]/%/.test.ts}")
  part 'three browsers' node "$TSX" tests/web/run.ts "${files[@]}"
}

## bench [ARGS]   speed beside other engines (those that are installed), as a table, which becomes
##                docs/BENCHMARKS.md; with arguments the native "chuhe bench ARGS" (node count, leaves)
cmd_bench() {
  need_rust
  if [[ $# -gt 0 ]]; then
    cargo run --release --locked --quiet --bin chuhe -- bench "$@"
    return
  fi
  cargo build --release --locked --bin chuhe
  build_wasm
  node "$TSX" tools/bench.ts
}

## profile        where the engine's time goes in Chromium and, with Linux's perf, natively: docs/PROFILE.md
cmd_profile() {
  need_chromium
  need_rust
  cargo build --release --locked --bin chuhe
  build_wasm
  local named=target/profile/pkg
  rm -rf "$named"
  # As in build_wasm, but the functions keep their names.
  .tools/bin/wasm-bindgen --target web --out-name chuhe --out-dir "$named" "$(wasm_target_dir)/$TARGET/release/chuhe_wasm.wasm"
  node_modules/.bin/wasm-opt -g "${WASM_OPT_FLAGS[@]}" "$named/chuhe_bg.wasm" -o "$named/chuhe_bg.wasm"
  node "$TSX" tools/profile.ts "$named" target/release/chuhe
}

## rivals         what matches need: chuhe and chuhe-dev, the wasm, and npm's fairy-stockfish-nnue.wasm in .tools
cmd_rivals() {
  need_rust
  cargo build --release --locked --bins
  build_wasm
  need_rival
  say 'CONTRIBUTING.md has the commands of the matches'
}

## dist           make dist/, a release for any static host and any sub-path: bundled, minified, hashed, weighed
cmd_dist() {
  build_wasm
  node_modules/.bin/tsx tools/release/index.ts
}

## screens [NAME] pictures of every screen in every window, light and dark, in two languages, in target/screens; what is
##                cut or covered is printed
cmd_screens() {
  need_chromium
  need_npm_packages
  cmd_dist
  CHUHE_SITE=dist node "$TSX" tools/screens.ts "$@"
}

## lighthouse     Lighthouse's scores of the pages of dist/, on an otherwise idle machine
cmd_lighthouse() {
  need_chromium
  need_lighthouse
  cmd_dist
  node "$TSX" tools/lighthouse.ts
}

##
## Environment:
## CHUHE_WASM_ROUTE       force a route to a Rust that builds wasm: a (its library is installed),
##                        b (rustup adds it) or c (Debian's Rust builds it)
## CHROMIUM, CHROMEDRIVER the browser of the tests and its driver, if they are not in the usual places
## CHUHE_SLOWDOWN=4       makes the pages of the tests four times slower, and their frames late
cmd_help() { sed -n 's/^## \{0,1\}//p' build.sh; }

main() {
  case ${1:-help} in
    setup | wasm | serve | check | test | bench | profile | rivals | dist | screens | lighthouse | help) "cmd_${1:-help}" "${@:2}" ;;
    *)
      cmd_help >&2
      exit 2
      ;;
  esac
}

main "$@"
