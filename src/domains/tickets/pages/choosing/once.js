// Sets a new key in the form each time the page is shown, so that a double click holds the places only once.
function renew() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (const field of document.querySelectorAll('#choose [name="key"]')) field.value = key;
}

renew();
addEventListener('pageshow', (event) => {
  if (event.persisted) renew();
});
