import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getFileStore } from './file-store.ts';
import type { StoredFile } from './store.ts';

/** Stores files one after the other. Throws `file_not_stored` if the directory fails, or 503 `service_unavailable` if the bucket fails. */
export async function storeFiles(site: Site, files: readonly StoredFile[]): Promise<void> {
  const store = getFileStore(site);
  try {
    for (const file of files) await store.put(file);
  } catch (error) {
    if (error instanceof Failure) throw error;
    site.log.error({ err: error }, 'an uploaded file could not be stored');
    throw new Failure('file_not_stored', 500, 'The file could not be stored. Please try again later.');
  }
}

/** Removes files. Only logs errors, because nothing references the files any more. */
export async function removeFiles(site: Site, keys: readonly string[]): Promise<void> {
  await getFileStore(site)
    .remove(keys)
    .catch((error: unknown) => site.log.error({ err: error, keys }, 'unused files could not be removed from the store'));
}
