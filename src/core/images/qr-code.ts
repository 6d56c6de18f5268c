/** Loads the encoder for the first code. */
const loadEncoder = async () => (await import('qrcode')).default;

/** Quiet zone of four modules, as scanners require; medium error correction tolerates a fold in the paper. */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
const PIXELS = 600;

/** Returns the QR code of a text as a PNG image. */
export async function createQrPng(text: string): Promise<Buffer> {
  return await (await loadEncoder()).toBuffer(text, { ...options, type: 'png', width: PIXELS });
}

/** Returns the modules of a text's QR code by row, without the quiet zone; true is dark. */
export async function createQrModules(text: string): Promise<boolean[][]> {
  const { size, data } = (await loadEncoder()).create(text, { errorCorrectionLevel: options.errorCorrectionLevel }).modules;
  return Array.from({ length: size }, (_row, y) => Array.from({ length: size }, (_module, x) => data[y * size + x] === 1));
}

/** Returns the QR code of a text as an SVG document. */
export async function createQrSvg(text: string): Promise<string> {
  return await (await loadEncoder()).toString(text, { ...options, type: 'svg' });
}
