// Forms that ask the browser for a passkey: they are shown where it has such, and sent with its answer.
const canAsk = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

async function answerOf({ passkey, options: address }) {
  const answer = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const options = await answer.json();
  return passkey === 'create'
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

async function send(form) {
  const problem = form.querySelector('[role="alert"]');
  problem.hidden = true;
  try {
    form.elements.namedItem('response').value = JSON.stringify(await answerOf(form.dataset));
    form.submit();
  } catch {
    problem.hidden = false;
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.hidden = !canAsk;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}
