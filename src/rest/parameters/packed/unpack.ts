import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Failure } from '../../../core/failures/failure.ts';
import { isMap, parseNumber } from '../types.ts';
import { readJson } from '../../../web/json-body.ts';
import { decodeEliasFano } from './elias-fano.ts';

/**
 * Options of a route with packed parameters in its path (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.9). Such a route ignores query and body.
 */
export interface PackedOptions {
  /** Name of the path segment with the parameters: one encoded string with JSON, optionally followed by a slash and a second string with IDs. */
  place: string;
  /** Name of the parameter that receives the IDs of the second string, separated by commas. */
  ids: string;
  /** Name of the parameter that contains the end of the IDs: an offset in the decoded bytes of the second string. */
  idsEnd: string;
  unreadable: { code: string; message: string };
  tooLarge: { code: string; message: string };
}

/** Maximum size of each unpacked string in bytes. */
const MAX_UNPACKED_BYTES = 1024 * 1024;

/** Stops the decompression at the maximum size. */
const options = { maxOutputLength: MAX_UNPACKED_BYTES };

const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';

function inflateText(text: string, packed: PackedOptions): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', '/').replaceAll(' ', '+'), 'base64');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  for (const inflate of isGzip ? [gunzipSync, inflateRawSync] : [inflateSync, inflateRawSync]) {
    try {
      return inflate(bytes, options);
    } catch (error) {
      if (isTooLarge(error)) throw new Failure(packed.tooLarge.code, 413, packed.tooLarge.message);
    }
  }
  throw createUnreadableFailure(packed);
}

const createUnreadableFailure = ({ unreadable: { code, message } }: PackedOptions): Failure => new Failure(code, 400, message);

function readIds(text: string, idsEnd: unknown, packed: PackedOptions): string {
  const end = parseNumber(idsEnd);
  if (end === undefined || end < 0) throw createUnreadableFailure(packed);
  let ids = '';
  for (const id of decodeEliasFano(inflateText(text, packed), Math.trunc(end))) {
    ids += ids === '' ? String(id) : `,${id}`;
    if (ids.length > MAX_UNPACKED_BYTES) throw new Failure(packed.tooLarge.code, 413, packed.tooLarge.message);
  }
  return ids;
}

/** Unpacks parameters. Throws the route's refusal if they are unreadable or too large. */
export function unpack(text: string, packed: PackedOptions): Record<string, unknown> {
  const [first = '', second] = text.split('/');
  const read = readJson(inflateText(first, packed));
  if ('fault' in read || !isMap(read.value)) throw createUnreadableFailure(packed);
  return second === undefined ? read.value : { ...read.value, [packed.ids]: readIds(second, read.value[packed.idsEnd], packed) };
}
