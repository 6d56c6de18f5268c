// Reads codes with a camera, by the browser's own reader or a bundled one.
const SAME_CODE_MS = 4000;
/** Interval and longer side in pixels of the pictures that the bundled reader scans. */
const SCAN_MS = 120;
const SCAN_PIXELS = 720;

const createBrowserReader = async () => {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => [])) ?? [];
  if (!formats.includes('qr_code')) return null;
  const detector = new globalThis.BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '';
};

const createBundledReader = async (codeReader) => {
  await import(codeReader);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    await new Promise((next) => setTimeout(next, SCAN_MS));
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) return '';
    const scale = Math.min(1, SCAN_PIXELS / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return globalThis.jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? '';
  };
};

/** Shows the camera image and reports the codes in it, each once while it stays visible. */
export async function startCamera(camera, cameraButton, onCode) {
  const read = (await createBrowserReader()) ?? (await createBundledReader(camera.dataset.codeReader));
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const video = camera.querySelector('video');
  video.srcObject = stream;
  camera.hidden = false;
  await video.play();
  let last = { code: '', at: 0 };
  const scan = async () => {
    if (camera.hidden) return;
    const code = await read(video);
    if (code !== '' && (code !== last.code || Date.now() - last.at > SAME_CODE_MS)) {
      last = { code, at: Date.now() };
      await onCode(code);
    }
    requestAnimationFrame(() => void scan());
  };
  camera.querySelector('[data-camera-stop]').onclick = () => {
    camera.hidden = true;
    for (const track of stream.getTracks()) track.stop();
    cameraButton.hidden = false;
    cameraButton.focus();
  };
  cameraButton.hidden = true;
  void scan();
}
