import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { invalid } from '#app/core/failures/failure.ts';

/** The first line of a backup. */
export interface BackupHeader {
  marquee: 'backup';
  format: 1;
  /** Moment of the backup, ISO 8601 in UTC. */
  at: string;
  version: string;
  migrations: string[];
  /** Identifies the key with which the backup's secrets are hashed, for comparison with the key of a site. */
  keyMark: string;
}

/** A line of a backup. The text of a row is a JSON array with the values of the columns as strings. */
export type BackupLine =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'row'; text: string }
  | { kind: 'sequence'; sequence: string; value: string; isCalled: boolean }
  | { kind: 'file'; key: string; mimeType: string }
  | { kind: 'piece'; content: Buffer };

/** Schema of all lines except rows, which are not parsed. */
const lineContent = z.union([
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

/** Length of the trailer after the compressed data: SHA-256 of the data in hexadecimal, and a line feed. `gunzip` ignores it with a warning. */
const TRAILER_BYTES = 65;

/** Returns the trailer for the hash of the compressed data. */
export const formatTrailer = (hash: Hash): string => `${hash.digest('hex')}\n`;

const createBackupError = (reason: string) => invalid('backup_broken', `This file is not a complete backup: ${reason}.`);

function parseLine(text: string): z.infer<typeof lineContent> {
  try {
    return lineContent.parse(JSON.parse(text));
  } catch {
    throw createBackupError('a line cannot be read');
  }
}

function toLine(content: z.infer<typeof lineContent>): BackupLine {
  if ('marquee' in content) return { kind: 'header', header: content };
  if ('table' in content) return { kind: 'table', ...content };
  if ('sequence' in content) return { kind: 'sequence', ...content };
  if ('file' in content) return { kind: 'file', key: content.file, mimeType: content.mimeType };
  return { kind: 'piece', content: Buffer.from(content.piece, 'base64') };
}

/** Splits the data at line feeds. Node's line reader also splits at U+2028, which strings in the data may contain. */
async function* splitAtLineFeeds(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let lineStart: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...lineStart, chunk.subarray(start, end)]).toString('utf8');
      lineStart = [];
      start = end + 1;
    }
    if (start < chunk.length) lineStart.push(chunk.subarray(start));
  }
  if (lineStart.length > 0) yield Buffer.concat(lineStart).toString('utf8');
}

/** Returns the length of the compressed data after verifying its hash. Throws `backup_broken` if anything is altered or missing. */
async function verifyLength(file: string): Promise<number> {
  const bytes = (await stat(file)).size - TRAILER_BYTES;
  if (bytes <= 0) throw createBackupError('it is too short');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer);
  const [trailer] = await Array.fromAsync(createReadStream(file, { start: bytes }) as AsyncIterable<Buffer>);
  if (trailer?.toString('latin1') !== formatTrailer(hash)) throw createBackupError('it was cut off or altered');
  return bytes;
}

/** Yields the lines of a complete backup, the header first. Throws `backup_broken` before the first line if the file is damaged. */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const compressed = createReadStream(file, { end: (await verifyLength(file)) - 1 });
  const decompressed = compressed.pipe(createGunzip());
  compressed.on('error', (error) => decompressed.destroy(error));
  let isFirst = true;
  for await (const text of splitAtLineFeeds(decompressed)) {
    const isRow = text.startsWith('[');
    const line: BackupLine = isRow ? { kind: 'row', text } : toLine(parseLine(text));
    if (isFirst !== (line.kind === 'header')) throw createBackupError('it is not a backup of Marquee');
    isFirst = false;
    yield line;
  }
}
