// An action that waits for a pause, such as storing the place in a study once the person has stopped stepping.

/** Creates an action that runs `act` for the last value, `ms` milliseconds after the last call of `soon`. */
export function createPostponed<Value>(act: (value: Value) => void, ms: number) {
  let waiting: { value: Value; timer: ReturnType<typeof setTimeout> } | null = null;

  function drop() {
    clearTimeout(waiting?.timer);
    waiting = null;
  }

  /** Runs the action now if it waits. */
  function flush() {
    const last = waiting;
    drop();
    if (last) act(last.value);
  }

  return {
    soon(value: Value) {
      drop();
      waiting = { value, timer: setTimeout(flush, ms) };
    },
    flush,
    drop,
  };
}
