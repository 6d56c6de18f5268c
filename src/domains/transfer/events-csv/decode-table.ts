import { BrokenFile } from '../broken-file.ts';
import { isJapanese, isOtherAlphabet, plausibilityOf } from './plausible-text.ts';

/** Text of a table, and its encoding unless UTF-8. */
export interface DecodedTable {
  text: string;
  encoding: string | null;
}

const LINE_FEED = 10;

/** Splits a file into lines of bytes, without line ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    lines.push(bytes.subarray(at, end === -1 ? bytes.length : end));
    if (end === -1) break;
    at = end + 1;
  }
  return lines;
}

function inUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);
/** True for bytes that are undefined in Windows-1252, which includes Latin-1. */
const isNoSign = (byte: number) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
/** True for control characters that no table contains. */
const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte);

/** Decodes UTF-16 with a byte order mark, as spreadsheets write it. */
function inUtf16(bytes: Buffer): DecodedTable | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  return null;
}

function inShiftJis(bytes: Uint8Array): DecodedTable | null {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes);
    return isJapanese(text) ? { text, encoding: 'Shift-JIS' } : null;
  } catch {
    return null;
  }
}

/** Decodes a single-byte encoding of Windows or Mac. Returns null if neither or both results are plausible. */
function inOneByte(bytes: Buffer): DecodedTable | null {
  const windows = new TextDecoder('windows-1252').decode(bytes);
  const mac = new TextDecoder('macintosh').decode(bytes);
  const ofWindows = bytes.some(isNoSign) ? Number.NEGATIVE_INFINITY : plausibilityOf(windows);
  const ofMac = plausibilityOf(mac);
  if ((ofWindows < 0 && ofMac <= 0) || (ofWindows === ofMac && ofWindows > 0 && windows !== mac)) return null;
  const [text, encoding] = ofMac > ofWindows ? [mac, 'Mac Roman'] : [windows, 'Windows-1252'];
  return isOtherAlphabet(text) ? null : { text, encoding };
}

const NEITHER = 'it is neither UTF-8 nor Windows-1252 (Latin-1), Mac Roman or Shift-JIS for certain: save the table as UTF-8';

/**
 * Decodes a table: UTF-8, UTF-16 with a byte order mark, or the encodings of Western (Windows-1252, Mac Roman) and Japanese (Shift-JIS) spreadsheets, chosen
 * by plausibility. Throws BrokenFile with the first line that no encoding fits clearly, or that is not UTF-8 in a file with other UTF-8 lines.
 */
export function decodeTable(bytes: Buffer): DecodedTable {
  const wide = inUtf16(bytes);
  if (wide) return wide;
  const text = inUtf8(bytes);
  if (text !== null) return { text, encoding: null };
  const lines = linesOf(bytes);
  const foreign = lines.findIndex((line) => inUtf8(line) === null);
  if (lines.some((line) => !isAscii(line) && inUtf8(line) !== null))
    throw new BrokenFile(foreign + 1, 'it is not UTF-8, though other lines are');
  const unreadable = lines.findIndex((line) => line.some(isControl));
  if (unreadable !== -1) throw new BrokenFile(unreadable + 1, NEITHER);
  const read = inShiftJis(bytes) ?? inOneByte(bytes);
  if (read === null) throw new BrokenFile(foreign + 1, NEITHER);
  return read;
}
