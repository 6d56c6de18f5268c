/** Loaded when the first code is made. */
const encoder = async () => (await import('qrcode')).default;

/** Quiet zone of four modules, as scanners need it; medium correction survives a crease in the paper. */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
const PIXELS = 600;

/** The QR code of a text as a PNG image. */
export async function qrPng(text: string): Promise<Buffer> {
  return await (await encoder()).toBuffer(text, { ...options, type: 'png', width: PIXELS });
}

/** The QR code of a text as rows of modules, dark or not, without the quiet zone: for those who draw it themselves. */
export async function qrModules(text: string): Promise<boolean[][]> {
  const { size, data } = (await encoder()).create(text, { errorCorrectionLevel: options.errorCorrectionLevel }).modules;
  return Array.from({ length: size }, (_row, y) => Array.from({ length: size }, (_module, x) => data[y * size + x] === 1));
}

/** The QR code of a text as an SVG document. */
export async function qrSvg(text: string): Promise<string> {
  return await (await encoder()).toString(text, { ...options, type: 'svg' });
}
