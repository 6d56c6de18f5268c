// Counts down the remaining time, and reloads the page when it ends.
const shown = document.querySelector('[data-seconds-left]');
const end = performance.now() + Number(shown?.dataset.secondsLeft ?? 0) * 1000;

function tell() {
  const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
  shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (seconds > 0) setTimeout(tell, 1000);
  else location.replace(location.pathname);
}

if (shown) tell();
