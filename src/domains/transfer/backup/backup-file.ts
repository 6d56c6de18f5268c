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
  /** Moment of the backed-up state of the database. */
  at: string;
  version: string;
  migrations: string[];
  /** Identifies the key with which the backup's secrets are hashed, for comparison with the key of a site. */
  keyMark: string;
}

/** A line of a backup. Rows are arrays of the texts of their columns. */
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

/** Length of the trailer after the compressed data: its SHA-256 in hexadecimal, and a line feed. `gunzip` reports that it ignores the trailer. */
const SEAL_BYTES = 65;

/** Returns the trailer for the hash of the compressed data. */
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

/** Splits text at line feeds. Node's line reader also splits at U+2028, which texts may contain. */
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

/** Returns the length of the compressed data after verifying its hash. Throws `backup_broken` if anything is altered or missing. */
async function sealedBytes(file: string): Promise<number> {
  const bytes = (await stat(file)).size - SEAL_BYTES;
  if (bytes <= 0) throw broken('it is too short');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer);
  const [seal] = await Array.fromAsync(createReadStream(file, { start: bytes }) as AsyncIterable<Buffer>);
  if (seal?.toString('latin1') !== sealOf(hash)) throw broken('it was cut off or altered');
  return bytes;
}

/** Yields the lines of a complete backup, the head first. Throws `backup_broken` before the first line if the file is damaged. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  const packed = createReadStream(file, { end: (await sealedBytes(file)) - 1 });
  const unpacked = packed.pipe(createGunzip());
  packed.on('error', (error) => unpacked.destroy(error));
  let isFirst = true;
  for await (const text of splitAtLineFeeds(unpacked)) {
    const isRow = text.startsWith('[');
    const line: Line = isRow ? { kind: 'row', text } : lineOf(read(text));
    if (isFirst !== (line.kind === 'head')) throw broken('it is not a backup of Marquee');
    isFirst = false;
    yield line;
  }
}
