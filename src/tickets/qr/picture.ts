import QRCode from 'qrcode';

/** Quiet zone of four modules, as scanners need it; medium correction survives a crease in the paper. */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const;
const PIXELS = 600;

/** The QR code of a text as a PNG image. */
export function qrPng(text: string): Promise<Buffer> {
  return QRCode.toBuffer(text, { ...options, type: 'png', width: PIXELS });
}

/** The QR code of a text as an SVG document. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...options, type: 'svg' });
}
