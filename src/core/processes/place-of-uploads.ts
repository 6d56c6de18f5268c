import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { makeFolder } from '../system/folder.ts';
import type { Log } from '../logging/log.ts';

/** Name that no file key has. It is not served. */
const MARK = '.folder';

/** Returns the ID of a folder, which is the same on all machines that share it. Creates it if missing. */
async function markOf(folder: string): Promise<string> {
  const file = path.join(folder, MARK);
  const mark = async () => (await readFile(file, 'utf8')).trim();
  if (existsSync(file)) return await mark();
  makeFolder(folder);
  const own = `${file}-${randomUUID()}`;
  try {
    await writeFile(own, `${randomUUID()}\n`);
    // if several processes create it at once, `link` lets exactly one succeed, with a complete file
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
  return await mark();
}

/** Returns an ID of the place where a process stores uploads, so that processes can compare places; empty if it cannot be determined. */
export async function placeOfUploads({ uploads, dataDirectory }: Pick<Config, 'uploads' | 'dataDirectory'>, log: Log): Promise<string> {
  if (uploads) return `s3://${[uploads.bucket, uploads.prefix].filter(Boolean).join('/')} ${uploads.endpoint ?? ''}`.trim();
  try {
    return `folder ${await markOf(path.resolve(dataDirectory, 'uploads'))}`;
  } catch (error) {
    log.warn({ err: error, folder: dataDirectory }, 'the folder of uploads cannot be written');
    return '';
  }
}
