# shellcheck shell=bash
# Builds the wasm packages: rustc, wasm-bindgen, wasm-opt. build.sh sources this file.

readonly TARGET=wasm32-unknown-unknown
readonly WASM_RUSTFLAGS=-Ctarget-feature=+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext
# Flags for memory that workers share. The page makes the memory, as large as is needed and no larger than this.
readonly SHARED_RUSTFLAGS=("-Ctarget-feature=+atomics,+mutable-globals" -Clink-arg=--shared-memory -Clink-arg=--import-memory
  -Clink-arg=--max-memory=1073741824 -Clink-arg=--export=__wasm_init_tls -Clink-arg=--export=__tls_size
  -Clink-arg=--export=__tls_align -Clink-arg=--export=__tls_base)
# rustc has decided already which functions with one caller to inline: the download is two kilobytes smaller so.
readonly WASM_OPT_FLAGS=(-O3 --one-caller-inline-max-function-size=0 --strip-producers
  --strip-target-features --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int
  --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue)
readonly SHARED_TARGET_DIR=target/wasm-shared

wasm_target_dir() { if [[ $ROUTE == c ]]; then echo target/wasm-std; else echo target/wasm; fi; }

# wasm_cargo SUBCOMMAND ARGUMENT...: cargo for wasm32 by the route found. It has a target folder of its own, because a
# change of flags between wasm and native would rebuild everything, the standard library included. With SHARED=yes it
# builds for memory that workers share, and builds the standard library too.
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
    # By its path, since cargo looks for subcommands in ~/.cargo/bin first, where rustup's are.
    if [[ ${cargo[1]} == clippy ]]; then cargo[0]=/usr/bin/cargo-clippy; fi
  fi
  if [[ $ROUTE == c || -n ${SHARED:-} ]]; then cargo+=('-Zbuild-std=std,panic_abort'); fi
  # Panics name their source files without the folders of the machine that built them.
  flags+=("--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/cargo"
    "--remap-path-prefix=$("${RUSTC:-rustc}" --print sysroot)/lib/rustlib/src=")
  local IFS=$'\x1f' # folders may have spaces in their names
  export CARGO_ENCODED_RUSTFLAGS="${flags[*]}"
  "${cargo[@]}" "$@" </dev/null
)

# Makes www/pkg from src/wasm, with the feature "lab" www/pkg-lab for the Lab page, and www/pkg-threads for
# searches with several cores. Skips all of it if the result would be the same. Cargo gives the three one file name, so
# they are built one after the other, the game's last.
build_wasm_packages() {
  need_rust
  need_npm_packages
  need_wasm_bindgen
  need_wasm_rust
  need_library_sources
  local wasm key
  wasm=$(wasm_target_dir)/$TARGET/release/chuhe_wasm.wasm
  key="$(wasm_sources | cksum) $ROUTE"
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

# Prints checksums of all files that the wasm packages are made of, and the version of the compiler.
wasm_sources() {
  find src -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum
  cksum Cargo.toml Cargo.lock package-lock.json tools/glue.mjs tools/wasm.sh
  if [[ $ROUTE == c ]]; then /usr/bin/rustc -vV; else rustc -vV; fi
}

is_made_from() { [[ -f $2/.made-from && $(<"$2/.made-from") == "$1" ]]; }

# make_package NAME WASM FOLDER KEY FLAG...: makes the JavaScript side and the optimised wasm, with more flags for
# wasm-opt, in a folder that remembers its key.
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
