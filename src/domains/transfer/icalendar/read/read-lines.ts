import { BrokenFile } from '#app/domains/transfer/broken-file.ts';
import { decodeTable } from '#app/domains/transfer/events-csv/decode-table.ts';

/** An unfolded line of a calendar file. */
export interface LogicalLine {
  text: string;
  /** Number of its first line in the file. */
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

/** Control characters have no meaning and are dropped. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

function inUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Converts UTF-16 to UTF-8. Detects it by its byte order mark or by `BEGIN`; null for other encodings. */
function asUtf16(bytes: Buffer): Buffer | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return bytes;
  if (first === 0x42 && second === 0) return Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]);
  return first === 0 && second === 0x42 ? Buffer.concat([Buffer.from([0xfe, 0xff]), bytes]) : null;
}

/** Decodes lines of which some are not UTF-8. If all of them have another encoding, uses it; in a mixed file, replaces invalid bytes. */
function decodeForeign(lines: readonly LogicalLine[], texts: readonly (string | null)[]): { texts: string[]; faults: LineFault[] } {
  const foreign = lines.filter((_, i) => texts[i] === null);
  if (texts.some((text) => text !== null && !isAscii(text))) {
    const decoder = new TextDecoder('utf-8');
    return {
      texts: texts.map((text, i) => text ?? decoder.decode(Buffer.from(lines[i]?.text ?? '', 'latin1'))),
      faults: foreign.map(({ line }) => ({ line, reason: 'bytes of a line are not UTF-8: they were replaced', detail: '' })),
    };
  }
  try {
    const { text, encoding } = decodeTable(Buffer.from(lines.map((line) => line.text.replaceAll(CONTROLS, '')).join('\n'), 'latin1'));
    const reason = 'the file is not UTF-8: its encoding was recognized by its words';
    return { texts: text.split('\n'), faults: [{ line: foreign[0]?.line ?? 1, reason, detail: encoding ?? '' }] };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    throw new BrokenFile(
      lines[error.line - 1]?.line ?? 1,
      'the file is not UTF-8, and its encoding cannot be told for certain: save it as UTF-8',
    );
  }
}

/**
 * Returns the lines of a calendar file. Unfolds lines before decoding, because programs fold within characters. Throws BrokenFile if the encoding cannot be
 * detected.
 */
export function readLines(bytes: Buffer): { lines: LogicalLine[]; faults: readonly LineFault[] } {
  const wide = asUtf16(bytes);
  if (wide) return { lines: unfold(decodeTable(wide).text.replace(/^\uFEFF/, '')), faults: [] };
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines = unfold((isMarked ? bytes.subarray(3) : bytes).toString('latin1'));
  const texts = lines.map(({ text }) => (isAscii(text) ? text : inUtf8(Buffer.from(text, 'latin1'))));
  const decoded = texts.includes(null) ? decodeForeign(lines, texts) : { texts, faults: [] };
  return { lines: lines.map(({ line }, i) => ({ line, text: decoded.texts[i] ?? '' })), faults: decoded.faults };
}
