#!/usr/bin/env bash
## Usage: ./build.sh COMMAND
##
# The lines that start with "##" are the help text, in this order. tools/install.sh installs missing tools,
# tools/wasm.sh builds the wasm, tools/parts.sh runs the parts of the tests and prints their table.
set -euo pipefail
readonly FROM=$PWD # relative paths in arguments begin here
cd "$(dirname "${BASH_SOURCE[0]}")"
source tools/install.sh
source tools/wasm.sh
source tools/parts.sh

# Makes Node run TypeScript.
readonly TSX=--import=tsx
# The program that measures the rules beside another crate.
readonly OTHERS=benches/others/Cargo.toml
# The crates of a release, each with the feature that its version covers (docs/VERSIONS.md).
readonly CRATES=(chuhe-rules:serde chuhe-endings: chuhe-records:gb18030 chuhe-engine: chuhe-lab: chuhe-review: chuhe:gb18030)
# Files of page tests that cause faults.
readonly FAULT_TESTS=(faults-storage faults-calls faults-input storage page-failures page-tabs chaos release engine-client
  engine-worker.browser http-engine)
WEB_TESTS=() # files of page tests to run; empty: all of them

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

# ---------------------------------------------------------------- commands

## setup          install whatever the other commands need, project-locally where possible
cmd_setup() {
  download_all
  need_wasm_bindgen
  say "Everything is there (wasm by route $ROUTE, $("$CHROMIUM" --version))"
}

## wasm           build the wasm and its JavaScript side into www/pkg, that of the Lab into www/pkg-lab, and that
##                which searches with several cores into www/pkg-threads
cmd_wasm() { build_wasm_packages; }

## npm            make the npm package in target/npm, and its archive target/chuhe.tgz
cmd_npm() {
  cmd_wasm
  node "$TSX" tools/release/npm.ts
}

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
  need_linters
  need_wasm_rust
}

checks_of_rust() {
  part 'rustfmt' check_format
  part 'clippy' lint
}

checks_of_page() {
  part 'wasm' cmd_wasm # tsc reads the types in www/pkg and www/pkg-lab
  part 'clippy for wasm' clippy_wasm
  part 'page checks' check_page
}

check_format() {
  cargo fmt --all --check
  cargo fmt --manifest-path fuzz/Cargo.toml --check
  cargo fmt --manifest-path "$OTHERS" --check
}

lint() {
  # The fuzz targets' lock file fits their crates and ours. Unlike `cargo metadata`, this downloads none of them.
  cargo update --quiet --workspace --locked --manifest-path fuzz/Cargo.toml
  cargo clippy --locked --all-targets --workspace --exclude chuhe-wasm -- -D warnings
  # Alone, without the feature serde. Its example compiles only if nothing links the standard library.
  cargo clippy --locked --package chuhe-rules --lib --examples -- -D warnings
  cargo clippy --locked --package chuhe-cli --package chuhe-dev --features tune -- -D warnings
  cargo clippy --locked --manifest-path "$OTHERS" --target-dir target/others -- -D warnings
}

check_page() {
  node "$TSX" tools/diagrams.ts --check # of docs/RULES.md
  node_modules/.bin/prettier --check --cache --log-level warn .
  node_modules/.bin/oxlint --deny-warnings
  node_modules/.bin/tsc --project .
  node_modules/.bin/tsc --project tsconfig.worker.json
  node_modules/.bin/tsc --project tsconfig.tests.json
  check_shell
  check_hosting
}

clippy_wasm() {
  need_wasm_clippy || { say 'left out: Debian package rust-web-clippy is missing'; return; }
  # The tests' profile, so that the standard library is built once for both.
  wasm_cargo clippy --profile test --package chuhe-wasm --lib --tests --features lab -- -D warnings
}

check_shell() {
  if has shellcheck; then
    shellcheck --external-sources --check-sourced build.sh .ci/run
  else
    say 'left out: shellcheck is not installed. On Debian: apt-get install shellcheck'
  fi
}

# The linters of the image, and of the files that GitHub reads.
check_hosting() {
  "$LINTERS/hadolint" hosting/Dockerfile
  "$LINTERS/check-jsonschema" --builtin-schema vendor.compose-spec hosting/docker-compose.yml
  "$LINTERS/actionlint"
  local forms=(.github/ISSUE_TEMPLATE/{fault,ruling,wish}.yml)
  "$LINTERS/check-jsonschema" --builtin-schema vendor.github-issue-forms "${forms[@]}"
  "$LINTERS/check-jsonschema" --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
}

## test [PART]    all checks and tests, or one part: check, native, oracle (against pyffish), interop (games in
##                programs that others made, HTTP and its OpenAPI file), wasm (node and worker), npm (the
##                package in bundlers and runtimes), web (modules and page); or changed: what the changes since
##                the last commit of main can touch. Logs, and pictures of pages that failed, are in target/tests.
##                web --browser NAME does what is done in every browser in one of them: chromium, firefox or
##                webkit. faults causes all the faults of docs/TRUST.md; the other parts cause a few of them
cmd_test() {
  case ${1:-all} in
    all) test_all ;;
    check) cmd_check ;;
    web) if [[ ${2:-} == --browser ]]; then test_in "${3:-}"; else all_parts test_web; fi ;;
    native | oracle | interop | wasm | npm | faults) all_parts "test_$1" ;;
    changed) test_changed ;;
    *) die "unknown part of the tests: $1" ;;
  esac
}

test_all() {
  all_parts download_and_test
  say
  say "All checks and tests passed in $SECONDS s."
}

# Downloads first, then runs two lanes side by side, so that neither core waits for the other.
download_and_test() {
  part 'downloads' download_all
  side_by_side native_lane page_lane
}

download_all() {
  need_for_checks
  need_library_sources
  cargo fetch --locked
  cargo fetch --locked --manifest-path "$OTHERS"
  need_pyffish
  need_hosts
  need_browsers
  need_bundlers
  need_web_servers
  need_mosquitto
}

# The shorter lane. It runs at a lower priority, because the tests of the other lane watch pages.
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
  run_npm
  run_browsers
  part 'wait for the native build' build_native
  run_web
}

# Tests what the changes since this branch left main can affect, or on main what is not committed: files of page tests by
# the graph of imports, the other parts by folder.
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
  local rust='^(src/|tests/data/|www/assets/|Cargo\.|build\.sh|tools/.*\.sh)'
  # One native test checks what the documents say of the other folders.
  if any_changed "$rust|^(tests/|examples/|benches/|docs/|tools/|www/|README)"; then test_native; fi
  if any_changed "$rust|^tests/oracle/"; then test_oracle; fi
  if any_changed "$rust|^tests/interop/"; then test_interop; fi
  if any_changed "$rust|^tests/wasm_|^tests/common/|^webdriver"; then test_wasm; fi
  if any_changed '^tests/web/smoke/'; then test_browsers; fi
  if any_changed "^(tests/web/npm|examples)/|^tools/release/npm"; then test_npm; fi
  local tests
  tests=$(node "$TSX" tests/web/changed.ts "${CHANGED[@]}")
  [[ -n $tests ]] || return 0
  mapfile -t WEB_TESTS <<<"$tests"
  test_web
}

# any_changed PATTERN: an extended regular expression fits the path of a changed file.
any_changed() { grep -qE "$1" <<<"$(printf '%s\n' "${CHANGED[@]}")"; }

test_native() {
  part_native_build
  part 'native tests' run_native
}

part_native_build() {
  need_rust
  part 'native build' build_native
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
  part_native_build
  run_oracle
}

run_oracle() {
  need_pyffish
  part 'legal moves by pyffish' "$PYTHON" tests/oracle/legal_moves.py target/debug/chuhe
}

test_interop() {
  part_native_build
  run_interop
}

run_interop() {
  need_hosts
  part 'games in cchess, XBoard' "$HOSTS_PYTHON" tests/interop/hosts.py target/debug/chuhe
  part 'OpenAPI, by schemathesis' "$HOSTS_PYTHON" tests/interop/openapi.py target/debug/chuhe
}

test_wasm() {
  need_wasm_bindgen
  need_wasm_rust
  need_node
  need_chromium
  part 'wasm tests' run_wasm
}

# Each test program says itself whether it runs in Node or in a worker.
run_wasm() (
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=$PWD/.tools/bin/wasm-bindgen-test-runner
  export WASM_BINDGEN_TEST_WEBDRIVER_JSON=$PWD/target/webdriver.json
  node -e 'const config = require("./webdriver.json");
    config["goog:chromeOptions"].binary = process.env.CHROMIUM;
    require("node:fs").writeFileSync(process.argv[1], JSON.stringify(config))' "$WASM_BINDGEN_TEST_WEBDRIVER_JSON"
  wasm_cargo test --package chuhe-wasm --test wasm_node --test wasm_worker
)

test_npm() {
  need_bundlers
  run_npm
}

run_npm() {
  need_chromium
  part 'npm' cmd_npm
  part 'npm package' node "$TSX" tests/web/run.ts npm/package.test.ts
}

test_web() {
  part 'dist' cmd_dist
  part 'npm' cmd_npm # the package whose examples README shows
  part_native_build # the server that the page plays against
  run_web
}

run_web() {
  need_chromium
  need_web_servers
  need_mosquitto
  part 'page tests' env CHUHE_SITE=dist node "$TSX" tests/web/run.ts ${WEB_TESTS[@]+"${WEB_TESTS[@]}"}
}

# Causes every fault that can be caused on purpose; a run of all tests causes a sample.
test_faults() {
  need_chromium
  part 'dist' cmd_dist
  part_native_build
  part 'faults of the server' env CHUHE_FAULTS=all cargo test --locked --test command_line serve::
  part 'faults of the pages' env CHUHE_FAULTS=all CHUHE_SITE=dist node "$TSX" tests/web/run.ts "${FAULT_TESTS[@]/%/.test.ts}"
}

# test_in NAME: runs the smoke tests in one browser.
test_in() {
  [[ " ${BROWSERS[*]} " == *" $1 "* ]] || die "no such browser: '$1' (${BROWSERS[*]})"
  need_browser "$1" || die "$1 is missing, and only Debian's packages are installed by themselves."
  SMOKE_IN=("$1")
  all_parts test_browsers
}

test_browsers() {
  part 'dist' cmd_dist
  run_browsers
}

# Runs the smoke tests, the same steps in each browser, on the release.
run_browsers() {
  need_browsers
  local files=("${SMOKE_IN[@]/#/smoke/}")
  files=("${files[@]/%/.test.ts}")
  part 'three browsers' node "$TSX" tests/web/run.ts "${files[@]}"
}

## bench [ARGS]   speed beside other engines (those that are installed), as a table, which becomes
##                docs/BENCHMARKS.md; bench others does the same for the rules and other libraries; with other
##                arguments the native "chuhe bench ARGS" (node count, leaves)
cmd_bench() {
  need_rust
  if [[ ${1:-} == others ]]; then
    bench_others "${@:2}"
    return
  fi
  if [[ $# -gt 0 ]]; then
    cargo run --release --locked --quiet --bin chuhe -- bench "$@"
    return
  fi
  cargo build --release --locked --bin chuhe
  cmd_wasm
  node "$TSX" tools/bench.ts
}

# Measures the rules beside other libraries.
bench_others() {
  need_pyffish
  cargo build --release --locked --manifest-path "$OTHERS" --target-dir target/others
  "$PYTHON" benches/others/compare.py "$@"
}

## profile        where the engine's time goes in Chromium and, with Linux's perf, natively: docs/PROFILE.md
cmd_profile() {
  need_chromium
  need_rust
  cargo build --release --locked --bin chuhe
  cmd_wasm
  local named=target/profile/pkg
  rm -rf "$named"
  # As in make_package, but the functions keep their names.
  .tools/bin/wasm-bindgen --target web --out-name chuhe --out-dir "$named" "$(wasm_target_dir)/$TARGET/release/chuhe_wasm.wasm"
  node_modules/.bin/wasm-opt -g "${WASM_OPT_FLAGS[@]}" "$named/chuhe_bg.wasm" -o "$named/chuhe_bg.wasm"
  node "$TSX" tools/profile.ts "$named" target/release/chuhe
}

## rivals         what matches need: chuhe and chuhe-dev, the wasm, and npm's fairy-stockfish-nnue.wasm in .tools
cmd_rivals() {
  need_rust
  cargo build --release --locked --bins
  cmd_wasm
  need_rival
  say 'CONTRIBUTING.md has the commands of the matches'
}

## dist           make dist/, a release for any static host and any sub-path: bundled, minified, hashed, weighed.
##                --games FILE --title TITLE --licence LICENCE [--source SOURCE], once for each collection, offers the
##                games of a file, folder or archive beside the page
cmd_dist() {
  # Checks the arguments before the long work.
  need_npm_packages
  if [[ $# -gt 0 ]]; then CHUHE_FROM=$FROM node "$TSX" tools/release/packs.ts --check "$@"; fi
  cmd_wasm
  node_modules/.bin/tsx tools/release/index.ts
  [[ $# -gt 0 ]] || return 0
  need_rust
  cargo build --locked --release --bin chuhe
  CHUHE_FROM=$FROM node "$TSX" tools/release/packs.ts dist "$@"
}

## semver [REV]   whether the version of the crates fits what has changed of their public items since the last tag, or
##                since a commit
cmd_semver() {
  local base=${1:-$(last_version)}
  if [[ -z $base ]]; then
    say 'There is no earlier version to compare with.'
    return
  fi
  git rev-parse --quiet --verify "$base^{commit}" >/dev/null || die "there is no commit $base"
  need_semver_checks
  local entry features status=0
  for entry in "${CRATES[@]}"; do
    if is_new_crate "${entry%%:*}" "$base"; then continue; fi
    features=(--only-explicit-features)
    if [[ -n ${entry#*:} ]]; then features+=(--features "${entry#*:}"); fi
    .tools/bin/cargo-semver-checks semver-checks --package "${entry%%:*}" --baseline-rev "$base" "${features[@]}" || status=1
  done
  return "$status"
}

# is_new_crate NAME REV: the commit has no such crate to compare with.
is_new_crate() { ! git grep -q "^name = \"$1\"" "$2" -- '*Cargo.toml'; }

# The tag of the version before the current commit; nothing if there is none.
last_version() { git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null || true; }

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
    setup | wasm | npm | serve | check | test | bench | profile | rivals | dist | semver | screens | lighthouse | help) "cmd_${1:-help}" "${@:2}" ;;
    *)
      cmd_help >&2
      exit 2
      ;;
  esac
}

main "$@"
