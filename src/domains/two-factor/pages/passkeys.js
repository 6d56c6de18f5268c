// Shows the forms for passkeys in browsers that support them, and sends them with the response of the browser.
const supportsPasskeys = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

async function requestPasskey({ passkey, options: url }) {
  const response = await fetch(url, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${response.status}`);
  const options = await response.json();
  return passkey === 'create'
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

async function send(form) {
  const notice = form.querySelector('[role="alert"]');
  notice.hidden = true;
  try {
    form.elements.namedItem('response').value = JSON.stringify(await requestPasskey(form.dataset));
    form.submit();
  } catch {
    notice.hidden = false;
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.hidden = !supportsPasskeys;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}
