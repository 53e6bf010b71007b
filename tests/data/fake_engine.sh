#!/bin/sh
# An engine that does wrong at its move number $2 (1 when left out), in the way that $1 names. Before it, it moves a
# general to and fro: for positions in which that is legal. Played against by tests/matches.rs.
count=0
place=$(($(printf '%s' "${2:-1}")))
while read -r line; do
  case $line in
    uci) printf 'id name Fake\nuciok\n' ;;
    isready) echo readyok ;;
    go*)
      count=$((count + 1))
      if [ "$count" -lt "$place" ]; then
        echo 'bestmove e0e1'
        continue
      fi
      case $1 in
        illegal) echo 'bestmove a0a9' ;;
        nonsense) echo 'bestmove (none)' ;;
        crash) exit 3 ;;
        hang) ;;
        late)
          sleep 0.2
          echo 'bestmove a0a1'
          ;;
      esac
      ;;
    quit) exit 0 ;;
  esac
done
