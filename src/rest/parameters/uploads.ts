import { createHash } from 'node:crypto';
import { Failure, invalid } from '../../core/failures/failure.ts';
import { type ReceivedFile, Upload } from '../../core/http/upload.ts';
import type { Field, Fields } from './declaration.ts';
import type { RestRequest } from './request.ts';

/** The field of every upload. No source contains its value, because `fillUploads` adds the file. */
const uploadField: Field = Object.freeze({ schema: {}, phase: 'none', from: 'path' });

/**
 * Declares the file of a request for a variable of type `Upload`. It is the part `file` of a multipart body, or the whole body of a request with
 * `Content-Disposition`. Declared in `undocumentedParams`.
 */
export function upload(): Field {
  return uploadField;
}

/** Adds the file of a request to its values, for each field that the route declares as `upload()`. */
export function fillUploads(fields: Fields | undefined, values: Record<string, unknown>, request: RestRequest): void {
  for (const [name, field] of Object.entries(fields ?? {})) if (field === uploadField) values[name] = new Upload(() => readFile(request));
}

function getHeader(request: RestRequest, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function readFile(request: RestRequest): ReceivedFile {
  const isMultipart = request.files !== undefined;
  const file = isMultipart ? readPart(request) : readBody(request);
  const digest = getHeader(request, 'content-md5');
  if (digest !== '' && !isDigest(digest, file.content)) {
    throw new Failure('rest_upload_hash_mismatch', 412, 'Content hash did not match expected.');
  }
  return file;
}

const noData = () => invalid('rest_upload_no_data', 'No data supplied.');

function readPart({ files = [] }: RestRequest): ReceivedFile {
  const part = files.find(({ field }) => field === 'file');
  if (!part || part.content.length === 0) throw noData();
  return { fileName: part.fileName, mimeType: part.mimeType, content: part.content };
}

function readBody(request: RestRequest): ReceivedFile {
  const { rawBody } = request;
  if (!rawBody || rawBody.length === 0) throw noData();
  const mimeType = getHeader(request, 'content-type').split(';')[0]?.trim() ?? '';
  if (mimeType === '') throw invalid('rest_upload_no_content_type', 'No Content-Type supplied.');
  const disposition = getHeader(request, 'content-disposition');
  if (disposition === '') throw invalid('rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
  const fileName = parseFileName(disposition);
  if (fileName === null) {
    throw invalid(
      'rest_upload_invalid_disposition',
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.',
    );
  }
  return { fileName, mimeType, content: rawBody };
}

/** True if the MD5 digest matches, in hexadecimal (as clients of upstream send it) or Base64 (as the specification requires). */
function isDigest(digest: string, content: Buffer): boolean {
  const md5 = createHash('md5').update(content).digest();
  return digest.trim().toLowerCase() === md5.toString('hex') || digest.trim() === md5.toString('base64');
}

const EXTENDED = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const QUOTED = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const BARE = /;\s*filename\s*=\s*([^";\s][^;]*)/i;

/** Returns the file name of a `Content-Disposition` header, or null if it has none. The type before the name is optional (`filename="a.png"`). */
export function parseFileName(disposition: string): string | null {
  const text = disposition.startsWith(';') ? disposition : `;${disposition}`;
  const extended = EXTENDED.exec(text)?.[1];
  const decoded = extended === undefined ? null : decodeOrNull(extended);
  if (decoded) return decoded;
  const plain = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(text)?.[1]?.trim();
  return plain ? toUtf8(plain) : null;
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Decodes a header value that clients send in UTF-8. Node reads headers as Latin-1. */
function toUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
