import { BrokenFileError } from '#app/domains/transfer/broken-file.ts';
import { decodeTable } from '#app/domains/transfer/events-csv/decode-table.ts';

/** An unfolded line of a calendar file. */
export interface LogicalLine {
  text: string;
  /** Number of the first line in the file, from 1. */
  line: number;
}

/** An error in a line. */
export interface LineFault {
  line: number;
  reason: string;
  detail: string;
}

function unfold(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1);
    else if (line.trim() !== '') lines.push({ text: line, line: i + 1 });
  }
  return lines;
}

/** Control characters that are removed before the encoding is detected. */
// oxlint-disable-next-line no-control-regex -- removes control characters
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Returns the bytes of a UTF-16 file with a byte order mark; null for other encodings. Detects UTF-16 by the byte order mark or by the `B`
 * of `BEGIN`.
 */
function detectUtf16(bytes: Buffer): Buffer | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return bytes;
  if (first === 0x42 && second === 0) return Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]);
  return first === 0 && second === 0x42 ? Buffer.concat([Buffer.from([0xfe, 0xff]), bytes]) : null;
}

/**
 * Decodes lines of which some are not UTF-8: their element in `texts` is null. If other lines contain non-ASCII characters in UTF-8, replaces
 * the invalid bytes. Otherwise detects the encoding of the file.
 */
function decodeOtherEncoding(lines: readonly LogicalLine[], texts: readonly (string | null)[]): { texts: string[]; faults: LineFault[] } {
  const notUtf8 = lines.filter((_, i) => texts[i] === null);
  if (texts.some((text) => text !== null && !isAscii(text))) {
    const decoder = new TextDecoder('utf-8');
    return {
      texts: texts.map((text, i) => text ?? decoder.decode(Buffer.from(lines[i]?.text ?? '', 'latin1'))),
      faults: notUtf8.map(({ line }) => ({ line, reason: 'a line has bytes that are not UTF-8: they were replaced', detail: '' })),
    };
  }
  try {
    const { text, encoding } = decodeTable(
      Buffer.from(lines.map((line) => line.text.replaceAll(CONTROL_CHARACTERS, '')).join('\n'), 'latin1'),
    );
    const reason = 'the file is not UTF-8: its encoding was detected from its text';
    return { texts: text.split('\n'), faults: [{ line: notUtf8[0]?.line ?? 1, reason, detail: encoding ?? '' }] };
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    throw new BrokenFileError(lines[error.line - 1]?.line ?? 1, 'the file is not UTF-8, and its encoding is unclear: save it as UTF-8');
  }
}

/**
 * Returns the lines of a calendar file. Unfolds lines before decoding, because programs may fold a line within a character. Throws `BrokenFileError`
 * if the encoding cannot be detected.
 */
export function readLines(bytes: Buffer): { lines: LogicalLine[]; faults: readonly LineFault[] } {
  const utf16 = detectUtf16(bytes);
  if (utf16) return { lines: unfold(decodeTable(utf16).text.replace(/^\uFEFF/, '')), faults: [] };
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines = unfold((hasByteOrderMark ? bytes.subarray(3) : bytes).toString('latin1'));
  const texts = lines.map(({ text }) => (isAscii(text) ? text : decodeUtf8(Buffer.from(text, 'latin1'))));
  const decoded = texts.includes(null) ? decodeOtherEncoding(lines, texts) : { texts, faults: [] };
  return { lines: lines.map(({ line }, i) => ({ line, text: decoded.texts[i] ?? '' })), faults: decoded.faults };
}
