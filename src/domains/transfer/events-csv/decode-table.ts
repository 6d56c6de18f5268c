import { BrokenFileError } from '../broken-file.ts';
import { isJapanese, isOtherAlphabet, scorePlausibility } from './plausible-text.ts';

/** Text of a table, and the name of its encoding; null for UTF-8. */
export interface DecodedTable {
  text: string;
  encoding: string | null;
}

const LINE_FEED = 10;

/** Splits a file into lines of bytes, without line ends. */
function splitIntoLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);
/** True for bytes without a character in Windows-1252, which includes the printable characters of Latin-1. */
const isUndefinedInWindows1252 = (byte: number) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
/** True for control characters that no table contains. */
const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte);

/** Decodes UTF-16 with a byte order mark, as spreadsheets write it; null for other encodings. */
function decodeUtf16(bytes: Buffer): DecodedTable | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  return null;
}

function decodeShiftJis(bytes: Uint8Array): DecodedTable | null {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes);
    return isJapanese(text) ? { text, encoding: 'Shift-JIS' } : null;
  } catch {
    return null;
  }
}

/** Decodes a single-byte encoding of Windows or Mac. Returns null if neither or both results are plausible. */
function decodeSingleByte(bytes: Buffer): DecodedTable | null {
  const windows = new TextDecoder('windows-1252').decode(bytes);
  const mac = new TextDecoder('macintosh').decode(bytes);
  const windowsScore = bytes.some(isUndefinedInWindows1252) ? Number.NEGATIVE_INFINITY : scorePlausibility(windows);
  const macScore = scorePlausibility(mac);
  if ((windowsScore < 0 && macScore <= 0) || (windowsScore === macScore && windowsScore > 0 && windows !== mac)) return null;
  const [text, encoding] = macScore > windowsScore ? [mac, 'Mac Roman'] : [windows, 'Windows-1252'];
  return isOtherAlphabet(text) ? null : { text, encoding };
}

const UNCLEAR =
  'its encoding is unclear (not UTF-8, and not certainly Windows-1252, Latin-1, Mac Roman or Shift-JIS): save the table as UTF-8';

/**
 * Decodes a table. Supports UTF-8, UTF-16 with a byte order mark, and the encodings of Western (Windows-1252, Mac Roman) and Japanese (Shift-JIS)
 * spreadsheets, of which it chooses the most plausible one. Throws `BrokenFileError` with the number of a line that is not UTF-8 if no encoding
 * clearly fits, or if only some of the lines with non-ASCII characters are UTF-8.
 */
export function decodeTable(bytes: Buffer): DecodedTable {
  const utf16 = decodeUtf16(bytes);
  if (utf16) return utf16;
  const text = decodeUtf8(bytes);
  if (text !== null) return { text, encoding: null };
  const lines = splitIntoLines(bytes);
  const firstNotUtf8 = lines.findIndex((line) => decodeUtf8(line) === null);
  if (lines.some((line) => !isAscii(line) && decodeUtf8(line) !== null))
    throw new BrokenFileError(firstNotUtf8 + 1, 'it is not UTF-8, though other lines are');
  const lineWithControls = lines.findIndex((line) => line.some(isControl));
  if (lineWithControls !== -1) throw new BrokenFileError(lineWithControls + 1, UNCLEAR);
  const decoded = decodeShiftJis(bytes) ?? decodeSingleByte(bytes);
  if (decoded === null) throw new BrokenFileError(firstNotUtf8 + 1, UNCLEAR);
  return decoded;
}
