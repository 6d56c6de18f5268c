// What the door page does beyond its forms: codes are sent without loading the page anew, counts follow, and a camera reads codes. Without this
// script everything works by forms.
const counts = document.querySelector('[data-counts]');
const form = document.querySelector('[data-scan]');
const input = form.querySelector('input[name="code"]');
const result = document.querySelector('[data-result]');
const camera = document.querySelector('[data-camera]');
const cameraButton = document.querySelector('[data-camera-start]');

const POLL_MS = 4000;
const SAME_CODE_MS = 4000;
/** Pause between two pictures, and their longer side, where the page itself looks for codes. */
const LOOK_MS = 120;
const LOOK_PIXELS = 720;

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

async function poll() {
  if (document.visibilityState === 'visible') {
    try {
      const answer = await fetch(counts.dataset.counts, { headers: { Accept: 'application/json' } });
      if (answer.ok) showCounts(await answer.json());
    } catch {
      // the next poll may reach the site again
    }
  }
  setTimeout(poll, POLL_MS);
}
setTimeout(poll, POLL_MS);

const failed = (details) => ({ tone: 'error', title: 'That did not work', details: [details] });
let sending = Promise.resolve();

async function send(code) {
  const fields = new URLSearchParams(new FormData(form));
  fields.set('code', code);
  try {
    const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { Accept: 'application/json' } });
    if (!answer.headers.get('content-type')?.startsWith('application/json')) {
      showResult(failed('Please load the page again: you may have been signed out.'));
      return;
    }
    const { counts: now, ...shown } = await answer.json();
    showResult(shown);
    if (now) showCounts(now);
    navigator.vibrate?.(shown.tone === 'good' ? 80 : [120, 80, 120]);
  } catch {
    input.value = code;
    showResult(failed('The site cannot be reached. Please try again.'));
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const code = input.value.trim();
  input.value = '';
  input.focus();
  if (code !== '') sending = sending.then(() => send(code));
});

const ofBrowser = async () => {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => [])) ?? [];
  if (!formats.includes('qr_code')) return null;
  const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '';
};

const ofPage = async () => {
  await import(camera.dataset.codeReader);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    await new Promise((next) => setTimeout(next, LOOK_MS));
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return '';
    const scale = Math.min(1, LOOK_PIXELS / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return globalThis.jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? '';
  };
};

async function startCamera() {
  const read = (await ofBrowser()) ?? (await ofPage());
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const video = camera.querySelector('video');
  video.srcObject = stream;
  camera.hidden = false;
  await video.play();
  let last = { code: '', at: 0 };
  const look = async () => {
    if (camera.hidden) return;
    const code = await read(video);
    if (code !== '' && (code !== last.code || Date.now() - last.at > SAME_CODE_MS)) {
      last = { code, at: Date.now() };
      await send(code);
    }
    requestAnimationFrame(() => void look());
  };
  camera.querySelector('[data-camera-stop]').onclick = () => {
    camera.hidden = true;
    for (const track of stream.getTracks()) track.stop();
    cameraButton.hidden = false;
    cameraButton.focus();
  };
  cameraButton.hidden = true;
  void look();
}

if (navigator.mediaDevices?.getUserMedia) {
  cameraButton.hidden = false;
  cameraButton.addEventListener('click', () => {
    startCamera().catch(() => showResult(failed('The camera cannot be used. Codes can be typed.')));
  });
}
