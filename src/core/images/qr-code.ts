/** Loads the encoder on first use. */
const loadEncoder = async () => (await import('qrcode')).default;

/** Options of all codes: a quiet zone of four modules, as scanners require, and medium error correction, which tolerates a fold in the paper. */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
/** Width and height of a PNG image in pixels. */
const PIXELS = 600;

/** Returns a QR code with this text as a PNG image. */
export async function createQrPng(text: string): Promise<Buffer> {
  return await (await loadEncoder()).toBuffer(text, { ...options, type: 'png', width: PIXELS });
}

/** Returns the modules of a QR code with this text, row by row, without the quiet zone. True is dark. */
export async function createQrModules(text: string): Promise<boolean[][]> {
  const { size, data } = (await loadEncoder()).create(text, { errorCorrectionLevel: options.errorCorrectionLevel }).modules;
  return Array.from({ length: size }, (_row, y) => Array.from({ length: size }, (_module, x) => data[y * size + x] === 1));
}

/** Returns a QR code with this text as an SVG document. */
export async function createQrSvg(text: string): Promise<string> {
  return await (await loadEncoder()).toString(text, { ...options, type: 'svg' });
}
