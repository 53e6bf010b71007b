// Runs before the first paint: an address with a game does not show the page's start while the scripts load.
if (/[?&#](?:g=|id=|live\b)/.test(location.href)) document.documentElement.dataset.linked = "";
