// Gives the form of a choice a key of its own for each time that the page is shown, so that a button pressed twice keeps the places once.
function renew() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (const field of document.querySelectorAll('#choose [name="key"]')) field.value = key;
}

renew();
addEventListener('pageshow', (event) => {
  if (event.persisted) renew();
});
