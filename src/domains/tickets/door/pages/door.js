// Enhances the forms of the door page: sends codes without a reload, updates counts, reads codes with a camera, and checks codes in the signed list when
// offline. Without this script, the forms do everything.
const counts = document.querySelector('[data-counts]');
const form = document.querySelector('[data-scan]');
const input = form.querySelector('input[name="code"]');
const result = document.querySelector('[data-result]');
const camera = document.querySelector('[data-camera]');
const cameraButton = document.querySelector('[data-camera-start]');

const page = document.querySelector('[data-door]');
/** Texts of this script in the language of the page. */
const texts = JSON.parse(page.dataset.texts);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

function showCounts({ in: arrived, all }) {
  counts.querySelector('[data-in]').textContent = String(arrived);
  counts.querySelector('[data-all]').textContent = String(all);
}

function showResult({ tone, title, details }) {
  const notice = document.createElement('div');
  notice.className = `notice ${tone}`;
  const heading = document.createElement('h2');
  heading.textContent = title;
  notice.append(heading);
  for (const line of details) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    notice.append(paragraph);
  }
  result.replaceChildren(notice);
}

const failed = (details) => ({ tone: 'error', title: texts.failed, details: [details] });

// offline data; null if the browser cannot store it
const post = Number(page.dataset.door);
const network = document.querySelector('[data-network]');
const ready = document.querySelector('[data-ready]');
const odd = document.querySelector('[data-odd]');
let kept = null;
let isReached = navigator.onLine;
let { nonce } = Object.fromEntries(new FormData(form));

/** Formats the local time of the event, like the site does. */
function clock(moment) {
  const form = { hour: '2-digit', minute: '2-digit' };
  try {
    return new Date(moment).toLocaleTimeString([], { ...form, timeZone: page.dataset.zone });
  } catch {
    // a zone such as UTC+5:30, which some browsers do not support
    return new Date(moment).toLocaleTimeString([], form);
  }
}

// a cached page does not contain the name of the door from staff
const nameKey = `marquee-door-${post}`;
if (form.elements.at.value) localStorage.setItem(nameKey, form.elements.at.value);
const doorName = () => (form.elements.at.value || localStorage.getItem(nameKey) || texts.unnamed).replace(/[^\w .:-]/g, '-');

/** Returns the name of this device at this door, so that two phones are distinct. */
function deviceName() {
  let own = localStorage.getItem('marquee-device');
  if (!own) localStorage.setItem('marquee-device', (own = crypto.randomUUID().slice(0, 4)));
  return `${doorName()} ${own}`;
}

async function showState() {
  const list = await kept?.list();
  const waiting = (await kept?.waiting())?.length ?? 0;
  const unsent = waiting === 0 ? '' : ` ${filled(waiting === 1 ? texts.unsentOne : texts.unsent, { waiting })}`;
  network.hidden = isReached && waiting === 0;
  if (isReached) network.textContent = unsent.trim();
  else if (list) network.textContent = filled(texts.offline, { time: clock(list.issuedAt) }) + unsent;
  else network.textContent = texts.offlineNoList + unsent;
  ready.hidden = !isReached || !list;
  ready.textContent = list ? filled(texts.ready, { time: clock(list.issuedAt) }) : '';
  const notes = (await kept?.notes()) ?? [];
  odd.hidden = notes.length === 0;
  const items = notes.map(({ text }) => Object.assign(document.createElement('li'), { textContent: text }));
  odd.querySelector('ul').replaceChildren(...items);
  const now = isReached ? null : await kept?.counts();
  if (now) showCounts(now);
}

/** Sends a form of the page in the background. Throws if there is no response, or only one from an intermediary. */
async function ask(address, fields) {
  const body = fields && new URLSearchParams(fields);
  const options = { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(8000), redirect: 'manual' };
  const answer = await fetch(address, { ...options, ...(body && { method: 'POST', body }) });
  if ([502, 503, 504].includes(answer.status)) throw new Error('The site does not answer.');
  return answer;
}

async function sendScans(device, scans, seen) {
  const answer = await ask(`${form.action}/scans`, { nonce, device, scans: JSON.stringify(scans), seen: seen.join(',') });
  if (!answer.ok) throw new Error('The site did not take the scans.');
  const said = await answer.json();
  showCounts(said.counts);
  return said;
}

let refreshing = null;
const REFRESH_MS = 120_000;
const RETRY_MS = 5000;

/** Sends waiting scans and then fetches the list, which contains them, so they need not be stored any longer. */
async function refresh() {
  try {
    const answer = await ask(`${form.action}/list`);
    isReached = true;
    if (!answer.ok || !kept) return;
    const list = await answer.json();
    nonce = list.nonce;
    const isSent = (await kept.waiting()).length > 0;
    await kept.sendWaiting(sendScans, deviceName());
    if (isSent) {
      return void (await kept.keepList(await (await ask(`${form.action}/list`)).json()));
    }
    await kept.keepList(list);
  } catch (error) {
    if (error instanceof TypeError || error.name === 'TimeoutError') isReached = false;
  }
}
const refreshed = () => (refreshing ??= locked(refresh).then(showState).finally(() => (refreshing = null)));
/** Prevents two pages of one device from sending at the same time. */
const locked = (work) => (navigator.locks ? navigator.locks.request('marquee-door', work) : work());

async function stayReady() {
  await refreshed();
  setTimeout(() => void stayReady(), isReached ? REFRESH_MS : RETRY_MS);
}

function listen() {
  const source = new EventSource(`${form.action}/live`);
  source.onmessage = ({ data }) => {
    showCounts(JSON.parse(data));
    if (!isReached) void refreshed();
  };
  source.onerror = () => {
    // the browser reconnects automatically unless the site refused
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(listen, RETRY_MS * 3);
    ask(`${form.action}/counts`)
      .then(async (answer) => answer.ok && showCounts(await answer.json()))
      .catch(() => undefined);
  };
}

async function keepPage() {
  try {
    kept = await (await import(page.dataset.kept)).openKept(post, JSON.parse(page.dataset.key));
    const { base } = page.dataset;
    await navigator.serviceWorker.register(`${base}/door-worker.js`, { scope: `${base}/door/` });
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.kept) document.documentElement.dataset.kept = 'true';
    });
    const belonging = [...document.querySelectorAll('link[rel="stylesheet"], script[src]')].map((one) => one.href ?? one.src);
    const keep = [form.action, ...belonging, page.dataset.kept, page.dataset.cameraScript, camera.dataset.codeReader];
    const { active } = await navigator.serviceWorker.ready;
    if (isReached) active?.postMessage({ keep });
  } catch {
    // private windows, plain HTTP and old browsers have no storage; the door then works online only
  }
}
void keepPage().then(stayReady);
listen();
addEventListener('online', () => void refreshed());
addEventListener('offline', () => {
  isReached = false;
  void showState();
});
odd.querySelector('button').addEventListener('click', () => void kept?.forgetNotes().then(showState));

document.querySelector('.door-search').addEventListener('submit', (event) => {
  if (isReached) return;
  event.preventDefault();
  showResult(failed(texts.noSearch));
});

// signing out deletes unsent scans, so ask for confirmation first
document.addEventListener('submit', (event) => {
  const isSignOut = event.target.getAttribute('action')?.endsWith('/sign-out');
  if (isSignOut && !network.hidden && !confirm(texts.signOut))
    event.preventDefault();
});

let sound = null;
/** Plays one high tone for success, two low ones for failure. */
function play(isGood) {
  try {
    sound ??= new AudioContext();
    const start = sound.currentTime;
    for (const [at, pitch] of isGood ? [[0, 880]] : [[0, 220], [0.2, 220]]) {
      const tone = sound.createOscillator();
      const volume = sound.createGain();
      tone.frequency.value = pitch;
      volume.gain.value = 0.15;
      tone.connect(volume).connect(sound.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.13);
    }
  } catch {
    // the browser has no sound
  }
}

function tell(shown) {
  showResult(shown);
  // browsers log an error when a page vibrates before the user has touched it
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shown.tone === 'good' ? 80 : [120, 80, 120]);
  play(shown.tone === 'good');
}

const without = {
  in: ({ attendeeId }) => ({ tone: 'good', title: texts.welcome, details: [filled(texts.letInOffline, { ticket: attendeeId })] }),
  again: ({ attendeeId, at }) => ({
    tone: 'error',
    title: texts.alreadyIn,
    details: [
      at ? filled(texts.againHere, { ticket: attendeeId, time: clock(at) }) : filled(texts.againByList, { ticket: attendeeId }),
    ],
  }),
  unknown: () => ({
    tone: 'error',
    title: texts.notOnList,
    details: [texts.notOnListWhy],
  }),
};

async function lookUp(code) {
  const found = (await kept?.letIn(code, deviceName())) ?? { outcome: 'none' };
  await showState();
  if (found.outcome !== 'none') return tell(without[found.outcome](found));
  input.value = code;
  tell(failed(texts.notReached));
}

let sending = Promise.resolve();
async function sendOne(code) {
  let answer;
  try {
    answer = await ask(form.action, { ...Object.fromEntries(new FormData(form)), nonce, code });
  } catch {
    isReached = false;
    return await lookUp(code);
  }
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    return tell(failed(texts.signedOut));
  const { counts: now, letIn = null, ...shown } = await answer.json();
  tell(shown);
  if (now) showCounts(now);
  if (letIn !== null) await kept?.noteIn(letIn);
  if (!isReached) void refreshed();
}
const send = (code) =>
  (sending = sending.then(() => sendOne(code)).catch(() => tell(failed(texts.tryAgain))));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const code = input.value.trim();
  input.value = '';
  input.focus();
  if (code !== '') void send(code);
});

const typesKey = 'marquee-door-typed';

async function openCamera() {
  const { startCamera } = await import(page.dataset.cameraScript);
  await startCamera(camera, cameraButton, send);
  // an on-screen keyboard would cover the camera image
  if (document.activeElement === input && input.value === '') input.blur();
}

/** True if the page should start with the camera: it is permitted, or a phone can ask, unless it was turned off on this device. */
async function beginsWithCamera() {
  if (camera.dataset.cameraFirst === undefined || localStorage.getItem(typesKey)) return false;
  const { state } = await navigator.permissions.query({ name: 'camera' }).catch(() => ({ state: 'prompt' }));
  return state === 'granted' || (state === 'prompt' && matchMedia('(pointer: coarse)').matches);
}

if (navigator.mediaDevices?.getUserMedia) {
  cameraButton.hidden = false;
  cameraButton.addEventListener('click', () => {
    localStorage.removeItem(typesKey);
    openCamera().catch(() => showResult(failed(texts.noCamera)));
  });
  camera.querySelector('[data-camera-stop]').addEventListener('click', () => localStorage.setItem(typesKey, 'true'));
  // a refused permission is not an error here; codes can be typed
  void beginsWithCamera().then((isFirst) => isFirst && openCamera().catch(() => input.focus()));
}
