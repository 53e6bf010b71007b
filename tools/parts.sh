# shellcheck shell=bash
# Runs the parts of a long command, such as all tests, and prints a table of them at the end. build.sh sources this file.
# The output of a part is in target/tests; it is shown only if the part fails.

readonly PARTS=target/tests/parts.tsv

# part NAME COMMAND...: runs a command and adds a line to the table. The output of the command goes to
# target/tests/NAME.log and is shown only if the command fails.
part() {
  local name=$1 log=target/tests/${1// /-}.log start=$SECONDS status=0
  shift
  # Runs in the background, because errexit would be off inside a command that stands in a condition.
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

# failure_of LOG: prints the failures of a log: everything from the line "failures:", which libtest and our runner
# write, or the end of the log.
failure_of() {
  if grep -q '^failures:' "$1"; then
    awk '/^failures:/ { found = 1 } found && NF && ++lines <= 400' "$1"
  else
    tail -n 60 "$1"
  fi
}

# all_parts FUNCTION: runs a function that consists of parts, then prints their table.
all_parts() {
  local started=$SECONDS status=0
  rm -rf target/tests/*.log target/tests/pages
  mkdir -p target/tests
  : >"$PARTS"
  # Without this, parts would go on in the background after Ctrl-C.
  trap 'trap - INT; kill 0' INT
  # In the background for the same reason as in part.
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

# summary SECONDS: prints the table of the parts and the slowest tests. Parts that run side by side take longer than alone.
summary() {
  printf '\n%-28s %7s %8s\n' part tests seconds
  awk -F '\t' '{ printf "%-28s %7s %8s%s\n", $1, $2, $3, $4 ? "   FAILED" : ""; tests += $2 }
    END { printf "%-28s %7d %8d\n", "all, from start to end", tests, seconds }' "seconds=$1" "$PARTS"
  slowest_tests | sort -rn | awk 'NR == 1 { printf "\nslowest tests, in seconds\n" } NR <= 10 { print }'
}

# Prints a line "SECONDS NAME" for each test that was timed.
slowest_tests() {
  sed -n 's/^test \(.*\) \.\.\. ok <\([0-9.]*\)s>$/\2 \1/p' target/tests/*.log
}
