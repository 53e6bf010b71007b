// The page's holder of state: whoever shows a state subscribes to it, whoever changes it replaces it.

export type Store<State> = ReturnType<typeof createStore<State>>;

/** Creates a store. States are immutable values: a change is a new value. */
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
    /** Replaces the state, and calls the listeners if it is another value. */
    set,
    /** Replaces the state by a function of it. */
    update: (change: (state: State) => State) => set(change(state)),
    /** Calls `listener` after each change. Returns a function that ends this. */
    subscribe(listener: (state: State) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
