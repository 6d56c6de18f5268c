import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { makeFolder } from '../system/folder.ts';
import type { Log } from '../logging/log.ts';

/** Name of the file that contains the ID of a folder. No uploaded file has this name, and it is not served. */
const MARKER = '.folder';

/** Returns the ID of a folder, which is the same on all machines that share the folder. Creates the ID if it is missing. */
async function readFolderId(folder: string): Promise<string> {
  const file = path.join(folder, MARKER);
  const readId = async () => (await readFile(file, 'utf8')).trim();
  if (existsSync(file)) return await readId();
  makeFolder(folder);
  const draft = `${file}-${randomUUID()}`;
  try {
    await writeFile(draft, `${randomUUID()}\n`);
    // if several processes create the ID at once, only one `link` succeeds, and its file is complete
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return await readId();
}

/**
 * Returns a string that identifies the place where a process stores uploads, so that processes can compare their places. Returns an empty string if
 * the folder cannot be written.
 */
export async function getUploadStore({ uploads, dataDirectory }: Pick<Config, 'uploads' | 'dataDirectory'>, log: Log): Promise<string> {
  if (uploads) return `s3://${[uploads.bucket, uploads.prefix].filter(Boolean).join('/')} ${uploads.endpoint ?? ''}`.trim();
  try {
    return `folder ${await readFolderId(path.resolve(dataDirectory, 'uploads'))}`;
  } catch (error) {
    log.warn({ err: error, folder: dataDirectory }, 'the folder of uploads cannot be written');
    return '';
  }
}
