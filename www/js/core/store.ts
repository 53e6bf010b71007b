// A store of immutable state: views subscribe to changes, and each change replaces the whole state.

export type Store<State> = ReturnType<typeof createStore<State>>;

/** Creates a store. States must never be modified, only replaced. */
export function createStore<State>(initial: State) {
  let state = initial;
  const listeners = new Set<(state: State) => void>();
  function set(next: State) {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener(state);
  }
  return {
    get: () => state,
    /** Replaces the state. Calls the listeners, unless the new state is the same object. */
    set,
    /** Replaces the state by the result of `change`. */
    update: (change: (state: State) => State) => set(change(state)),
    /** Calls `listener` after each change. Returns a function that unsubscribes. */
    subscribe(listener: (state: State) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
