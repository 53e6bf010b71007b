// Music while the settings want it and somebody is there. It is fetched when it is first switched on.

import { lazily } from "../shell/lazily.ts";

/**
 * @param {import("./context.ts").Page} page
 * @param {import("../shell/sound.ts").PageSound} sound
 */
export function bindMusic(page, sound) {
  const { store } = page;
  const playing = lazily(page, async () => {
    const { createMusic } = await import("../shell/music.ts");
    return createMusic(/** @type {AudioNode} */ (sound.output));
  });
  let plays = false;
  let { volume } = store.get().settings;

  const sync = () => {
    const { settings } = store.get();
    if (settings.volume !== volume) sound.updateVolume();
    volume = settings.volume;
    const wanted = settings.music && sound.output !== null && !document.hidden;
    if (wanted === plays) return;
    plays = wanted;
    void playing((music) => (plays ? music.start() : music.stop()));
  };
  store.subscribe(sync);
  document.addEventListener("visibilitychange", sync);
  // Browsers let a page make a sound only after a gesture; that is when a stored wish comes true.
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, sync);
}
