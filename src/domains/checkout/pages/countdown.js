// Counts down the remaining time, and reloads the page when it ends.
const display = document.querySelector('[data-seconds-left]');
const end = performance.now() + Number(display?.dataset.secondsLeft ?? 0) * 1000;

function showRemainingTime() {
  const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
  display.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (seconds > 0) setTimeout(showRemainingTime, 1000);
  else location.replace(location.pathname);
}

if (display) showRemainingTime();
