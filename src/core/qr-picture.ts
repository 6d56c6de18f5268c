/** Loaded when the first code is made. */
const encoder = async () => (await import('qrcode')).default;

/** Quiet zone of four modules, as scanners need it; medium correction survives a crease in the paper. */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
const PIXELS = 600;

/** The QR code of a text as a PNG image. */
export async function qrPng(text: string): Promise<Buffer> {
  return await (await encoder()).toBuffer(text, { ...options, type: 'png', width: PIXELS });
}

/** The QR code of a text as an SVG document. */
export async function qrSvg(text: string): Promise<string> {
  return await (await encoder()).toString(text, { ...options, type: 'svg' });
}
