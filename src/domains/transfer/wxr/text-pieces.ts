import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { BrokenFileError } from '../broken-file.ts';

const CHUNK_BYTES = 256 * 1024;
/** The XML declaration. Some programs write a byte order mark and blank lines before it. */
const DECLARED_ENCODING = /^[\s\u00ef\u00bb\u00bf]*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/** Returns the encoding from a byte order mark or the XML declaration; UTF-8 by default. */
function detectEncoding(firstBytes: Uint8Array): string {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  if (firstBytes[0] === 0xfe && firstBytes[1] === 0xff) return 'utf-16be';
  const text = Buffer.from(firstBytes.subarray(0, 2000)).toString('latin1');
  if (/^\s*<\0/.test(text)) return 'utf-16le';
  if (/^\s*\0</.test(text)) return 'utf-16be';
  return DECLARED_ENCODING.exec(text)?.[1] ?? 'utf-8';
}

function createDecoder(firstBytes: Uint8Array): TextDecoder {
  const encoding = detectEncoding(firstBytes);
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new BrokenFileError(1, `the encoding "${encoding}" is not known`);
  }
}

/**
 * Yields the text of a file in pieces, decoded with the declared encoding. Calls `onBytes` with the raw bytes. Throws `BrokenFileError` for invalid
 * bytes, with the line that `getCurrentLine` returns.
 */
export async function* iterateText(
  file: string,
  getCurrentLine: () => number,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  const decode = (bytes?: Uint8Array) => {
    try {
      return (decoder as TextDecoder).decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new BrokenFileError(getCurrentLine(), `after this line there are bytes that are not valid ${decoder?.encoding ?? 'text'}`);
    }
  };
  for await (const bytes of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    onBytes?.(bytes);
    decoder ??= createDecoder(bytes);
    yield decode(bytes);
  }
  if (decoder) yield decode();
}
