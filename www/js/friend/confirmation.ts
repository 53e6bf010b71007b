// Commands that have to be pressed twice, since they end a game.

export type Confirmation = ReturnType<typeof createConfirmation>;

/** `render` shows the page again. */
export function createConfirmation(render: () => void) {
  /** The name of the command that was pressed once. */
  let armed: string | null = null;
  function arm(name: string | null) {
    if (armed === name) return;
    armed = name;
    render();
  }
  return {
    isArmed: (name: string): boolean => armed === name,
    /** Runs the command at the second press. */
    press(name: string, run: () => void) {
      if (armed !== name) return arm(name);
      arm(null);
      run();
    },
    /** Forgets the first press. */
    cancel: () => arm(null),
  };
}
