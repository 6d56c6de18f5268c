import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { makeFolder } from '../system/folder.ts';
import type { Log } from '../logging/log.ts';

/** No key of a file looks like it, and it is not served. */
const MARK = '.folder';

/** The mark of a folder, the same for all who see that folder, on whatever machine; it gets one where it has none. */
async function markOf(folder: string): Promise<string> {
  const file = path.join(folder, MARK);
  const mark = async () => (await readFile(file, 'utf8')).trim();
  if (existsSync(file)) return await mark();
  makeFolder(folder);
  const own = `${file}-${randomUUID()}`;
  try {
    await writeFile(own, `${randomUUID()}\n`);
    // of several that come at once one has its mark there, whole from the first moment on
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
  return await mark();
}

/** Where a process keeps uploads, by which others tell whether they use the same place; empty where it cannot be found out. */
export async function placeOfUploads({ uploads, dataDirectory }: Pick<Config, 'uploads' | 'dataDirectory'>, log: Log): Promise<string> {
  if (uploads) return `s3://${[uploads.bucket, uploads.prefix].filter(Boolean).join('/')} ${uploads.endpoint ?? ''}`.trim();
  try {
    return `folder ${await markOf(path.resolve(dataDirectory, 'uploads'))}`;
  } catch (error) {
    log.warn({ err: error, folder: dataDirectory }, 'the folder of uploads cannot be written');
    return '';
  }
}
