// Enhances the forms of the door page: sends codes without a reload, updates counts, reads codes with a camera, and checks codes in the signed list when
// offline. The forms also work without this script.
const counts = document.querySelector('[data-counts]');
const form = document.querySelector('[data-scan]');
const input = form.querySelector('input[name="code"]');
const result = document.querySelector('[data-result]');
const camera = document.querySelector('[data-camera]');
const cameraButton = document.querySelector('[data-camera-start]');

const page = document.querySelector('[data-door]');
/** Texts of this script in the language of the page. */
const texts = JSON.parse(page.dataset.texts);
const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

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
const readyNote = document.querySelector('[data-ready]');
const problems = document.querySelector('[data-odd]');
let store = null;
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
  let deviceId = localStorage.getItem('marquee-device');
  if (!deviceId) localStorage.setItem('marquee-device', (deviceId = crypto.randomUUID().slice(0, 4)));
  return `${doorName()} ${deviceId}`;
}

async function showState() {
  const list = await store?.list();
  const waiting = (await store?.waiting())?.length ?? 0;
  const unsent = waiting === 0 ? '' : ` ${fillIn(waiting === 1 ? texts.unsentOne : texts.unsent, { waiting })}`;
  network.hidden = isReached && waiting === 0;
  if (isReached) network.textContent = unsent.trim();
  else if (list) network.textContent = fillIn(texts.offline, { time: clock(list.issuedAt) }) + unsent;
  else network.textContent = texts.offlineNoList + unsent;
  readyNote.hidden = !isReached || !list;
  readyNote.textContent = list ? fillIn(texts.ready, { time: clock(list.issuedAt) }) : '';
  const notes = (await store?.notes()) ?? [];
  problems.hidden = notes.length === 0;
  const items = notes.map(({ text }) => Object.assign(document.createElement('li'), { textContent: text }));
  problems.querySelector('ul').replaceChildren(...items);
  const offlineCounts = isReached ? null : await store?.counts();
  if (offlineCounts) showCounts(offlineCounts);
}

/** Sends a form of the page in the background. Throws if there is no response, or only one from an intermediary. */
async function sendRequest(address, fields) {
  const body = fields && new URLSearchParams(fields);
  const options = { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(8000), redirect: 'manual' };
  const response = await fetch(address, { ...options, ...(body && { method: 'POST', body }) });
  if ([502, 503, 504].includes(response.status)) throw new Error('The site does not respond.');
  return response;
}

async function sendScans(device, scans, seen) {
  const response = await sendRequest(`${form.action}/scans`, { nonce, device, scans: JSON.stringify(scans), seen: seen.join(',') });
  if (!response.ok) throw new Error('The site did not accept the scans.');
  const outcome = await response.json();
  showCounts(outcome.counts);
  return outcome;
}

let refreshing = null;
const REFRESH_MS = 120_000;
const RETRY_MS = 5000;

/** Sends waiting scans and then fetches the list. The list contains the scans, which need not be stored any longer. */
async function refresh() {
  try {
    const response = await sendRequest(`${form.action}/list`);
    isReached = true;
    if (!response.ok || !store) return;
    const list = await response.json();
    nonce = list.nonce;
    const isSent = (await store.waiting()).length > 0;
    await store.sendWaiting(sendScans, deviceName());
    if (isSent) {
      return void (await store.replaceList(await (await sendRequest(`${form.action}/list`)).json()));
    }
    await store.replaceList(list);
  } catch (error) {
    if (error instanceof TypeError || error.name === 'TimeoutError') isReached = false;
  }
}
const refreshOnce = () => (refreshing ??= locked(refresh).then(showState).finally(() => (refreshing = null)));
/** Prevents two pages of one device from sending at the same time. */
const locked = (work) => (navigator.locks ? navigator.locks.request('marquee-door', work) : work());

async function refreshRegularly() {
  await refreshOnce();
  setTimeout(() => void refreshRegularly(), isReached ? REFRESH_MS : RETRY_MS);
}

function listen() {
  const source = new EventSource(`${form.action}/live`);
  source.onmessage = ({ data }) => {
    showCounts(JSON.parse(data));
    if (!isReached) void refreshOnce();
  };
  source.onerror = () => {
    // the browser reconnects automatically unless the site refused
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(listen, RETRY_MS * 3);
    sendRequest(`${form.action}/counts`)
      .then(async (response) => response.ok && showCounts(await response.json()))
      .catch(() => undefined);
  };
}

async function enableOfflineUse() {
  try {
    store = await (await import(page.dataset.kept)).openOfflineStore(post, JSON.parse(page.dataset.key));
    const { base } = page.dataset;
    await navigator.serviceWorker.register(`${base}/door-worker.js`, { scope: `${base}/door/` });
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.kept) document.documentElement.dataset.kept = 'true';
    });
    const assets = [...document.querySelectorAll('link[rel="stylesheet"], script[src]')].map((element) => element.href ?? element.src);
    const keep = [form.action, ...assets, page.dataset.kept, page.dataset.cameraScript, camera.dataset.codeReader];
    const { active } = await navigator.serviceWorker.ready;
    if (isReached) active?.postMessage({ keep });
  } catch {
    // private windows, plain HTTP and old browsers have no storage; the door then works online only
  }
}
void enableOfflineUse().then(refreshRegularly);
listen();
addEventListener('online', () => void refreshOnce());
addEventListener('offline', () => {
  isReached = false;
  void showState();
});
problems.querySelector('button').addEventListener('click', () => void store?.forgetNotes().then(showState));

document.querySelector('.door-search').addEventListener('submit', (event) => {
  if (isReached) return;
  event.preventDefault();
  showResult(failed(texts.noSearch));
});

// asks for confirmation, because signing out deletes unsent scans
document.addEventListener('submit', (event) => {
  const isSignOut = event.target.getAttribute('action')?.endsWith('/sign-out');
  if (isSignOut && !network.hidden && !confirm(texts.signOut))
    event.preventDefault();
});

let sound = null;
/** Plays one high tone for success, or two low tones for failure. */
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

function announce(outcome) {
  showResult(outcome);
  // browsers log an error when a page vibrates before the user has touched it
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(outcome.tone === 'good' ? 80 : [120, 80, 120]);
  play(outcome.tone === 'good');
}

const offlineResults = {
  in: ({ attendeeId }) => ({ tone: 'good', title: texts.welcome, details: [fillIn(texts.letInOffline, { ticket: attendeeId })] }),
  again: ({ attendeeId, at }) => ({
    tone: 'error',
    title: texts.alreadyIn,
    details: [
      at ? fillIn(texts.againHere, { ticket: attendeeId, time: clock(at) }) : fillIn(texts.againByList, { ticket: attendeeId }),
    ],
  }),
  unknown: () => ({
    tone: 'error',
    title: texts.notOnList,
    details: [texts.notOnListWhy],
  }),
};

async function checkOffline(code) {
  const admission = (await store?.checkIn(code, deviceName())) ?? { outcome: 'none' };
  await showState();
  if (admission.outcome !== 'none') return announce(offlineResults[admission.outcome](admission));
  input.value = code;
  announce(failed(texts.notReached));
}

let sending = Promise.resolve();
async function sendOne(code) {
  let response;
  try {
    response = await sendRequest(form.action, { ...Object.fromEntries(new FormData(form)), nonce, code });
  } catch {
    isReached = false;
    return await checkOffline(code);
  }
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return announce(failed(texts.signedOut));
  const { counts: newCounts, letIn: checkedInId = null, ...outcome } = await response.json();
  announce(outcome);
  if (newCounts) showCounts(newCounts);
  if (checkedInId !== null) await store?.recordCheckIn(checkedInId);
  if (!isReached) void refreshOnce();
}
const send = (code) =>
  (sending = sending.then(() => sendOne(code)).catch(() => announce(failed(texts.tryAgain))));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const code = input.value.trim();
  input.value = '';
  input.focus();
  if (code !== '') void send(code);
});

const typingKey = 'marquee-door-typed';

async function openCamera() {
  const { startCamera } = await import(page.dataset.cameraScript);
  await startCamera(camera, cameraButton, send);
  // an on-screen keyboard would cover the camera image
  if (document.activeElement === input && input.value === '') input.blur();
}

/**
 * True if the page should start with the camera: the camera is permitted, or a phone can ask for permission, unless the camera was turned off on this
 * device.
 */
async function shouldStartCamera() {
  if (camera.dataset.cameraFirst === undefined || localStorage.getItem(typingKey)) return false;
  const { state } = await navigator.permissions.query({ name: 'camera' }).catch(() => ({ state: 'prompt' }));
  return state === 'granted' || (state === 'prompt' && matchMedia('(pointer: coarse)').matches);
}

if (navigator.mediaDevices?.getUserMedia) {
  cameraButton.hidden = false;
  cameraButton.addEventListener('click', () => {
    localStorage.removeItem(typingKey);
    openCamera().catch(() => showResult(failed(texts.noCamera)));
  });
  camera.querySelector('[data-camera-stop]').addEventListener('click', () => localStorage.setItem(typingKey, 'true'));
  // a refused permission is not an error here; codes can be typed
  void shouldStartCamera().then((isFirst) => isFirst && openCamera().catch(() => input.focus()));
}
