import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { invalid } from '#app/core/failures/failure.ts';

/** The first line of a backup. */
export interface Head {
  marquee: 'backup';
  format: 1;
  /** Moment of the database that it shows. */
  at: string;
  version: string;
  migrations: string[];
  /** Tells whether a site has the key with which the backup's secrets are hashed. */
  keyMark: string;
}

/** What a line says; rows are arrays of the texts of their columns. */
export type Line =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; text: string }
  | { kind: 'sequence'; sequence: string; value: string; isCalled: boolean }
  | { kind: 'file'; key: string; mimeType: string }
  | { kind: 'piece'; content: Buffer };

const line = z.union([
  z.object({
    marquee: z.literal('backup'),
    format: z.literal(1),
    at: z.string(),
    version: z.string(),
    migrations: z.array(z.string()),
    keyMark: z.string(),
  }),
  z.object({ table: z.string().regex(/^[a-z_0-9]+$/), columns: z.array(z.string().regex(/^[a-z_0-9]+$/)) }),
  z.object({ sequence: z.string().regex(/^[a-z_0-9]+$/), value: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  z.object({ file: z.string(), mimeType: z.string() }),
  z.object({ piece: z.base64() }),
]);

/** Bytes behind what is packed: its SHA-256 in hexadecimal, and a line feed. `gunzip` says that it ignores them. */
const SEAL_BYTES = 65;

/** The seal of what was packed. */
export const sealOf = (hash: Hash): string => `${hash.digest('hex')}\n`;

const broken = (why: string) => invalid('backup_broken', `This backup is not whole: ${why}.`);

function read(text: string): z.infer<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    throw broken('a line cannot be read');
  }
}

function lineOf(said: z.infer<typeof line>): Line {
  if ('marquee' in said) return { kind: 'head', head: said };
  if ('table' in said) return { kind: 'table', ...said };
  if ('sequence' in said) return { kind: 'sequence', ...said };
  if ('file' in said) return { kind: 'file', key: said.file, mimeType: said.mimeType };
  return { kind: 'piece', content: Buffer.from(said.piece, 'base64') };
}

/** Texts between line feeds. Node's own reader of lines also ends them at U+2028, which may stand in a text. */
async function* splitAtLineFeeds(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString('utf8');
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

/** Bytes of what is packed, once the seal behind it was found to be its own. Throws `backup_broken` where a bit of either was altered, or some are missing. */
async function sealedBytes(file: string): Promise<number> {
  const bytes = (await stat(file)).size - SEAL_BYTES;
  if (bytes <= 0) throw broken('it is too short');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer);
  const [seal] = await Array.fromAsync(createReadStream(file, { start: bytes }) as AsyncIterable<Buffer>);
  if (seal?.toString('latin1') !== sealOf(hash)) throw broken('it was cut off or altered');
  return bytes;
}

/** The lines of a backup that is whole, the first of which is its head. Throws `backup_broken` before the first of them where it is not. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  const packed = createReadStream(file, { end: (await sealedBytes(file)) - 1 });
  const unpacked = packed.pipe(createGunzip());
  packed.on('error', (error) => unpacked.destroy(error));
  let isFirst = true;
  for await (const text of splitAtLineFeeds(unpacked)) {
    const isRow = text.startsWith('[');
    const line: Line = isRow ? { kind: 'row', text } : lineOf(read(text));
    if (isFirst !== (line.kind === 'head')) throw broken('it is no backup of Marquee');
    isFirst = false;
    yield line;
  }
}
