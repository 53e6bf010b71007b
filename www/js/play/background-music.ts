import { lazily } from "../shell/lazily.ts";
import type { PageSound } from "../shell/sound.ts";
import type { Page } from "./context.ts";

/**
 * Plays music while the settings have it switched on and the page is visible. The script is fetched when the music is
 * first switched on.
 */
export function bindMusic(page: Page, sound: PageSound): void {
  const { store } = page;
  const music = lazily(page, async () => {
    const part = await import("../shell/music.ts");
    return part.createMusic(sound.output!); // music is requested only once there is an output
  });
  let isPlaying = false;
  let { volume } = store.get().settings;

  const sync = () => {
    const { settings } = store.get();
    if (settings.volume !== volume) sound.updateVolume();
    volume = settings.volume;
    const plays = settings.music && sound.output !== null && !document.hidden;
    if (plays === isPlaying) return;
    isPlaying = plays;
    void music((player) => (isPlaying ? player.start() : player.stop()));
  };
  store.subscribe(sync);
  document.addEventListener("visibilitychange", sync);
  // Browsers let a page make sound only after a gesture, so a stored setting takes effect at the first gesture.
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, sync);
}
