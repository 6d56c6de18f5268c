import { loadMedia } from '../../content/media.service.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { checkFile, prepareFile } from '../../media/prepare-file.ts';
import { getFileStore } from '../../media/stores/file-store.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote, ImportOptions } from '../importer.ts';
import { writeNotes } from './run.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** Maximum number of concurrent downloads. */
const MAX_DOWNLOADS = 4;

const remoteFileShape = rowShape({ contentId: 'int', line: 'int', sourceId: 'text', title: 'text', file: 'text' });
type RemoteFile = ShapedRow<typeof remoteFileShape>;

const selectRemoteFiles = statement(
  'import_remote_files',
  `SELECT r.content_id AS "contentId", r.line, r.source_id AS "sourceId", left(c.title, 200) AS title, m.file
  FROM import_reference r JOIN content c ON c.id = r.content_id JOIN media m ON m.content_id = c.id
  WHERE r.run_id = $1 AND m.file ~ '^https?://' AND r.content_id > $2 ORDER BY r.content_id LIMIT ${MAX_DOWNLOADS}`,
  remoteFileShape,
);
const countRemoteFiles = statement(
  'import_count_remote_files',
  `SELECT count(*)::int AS total FROM import_reference r JOIN media m ON m.content_id = r.content_id WHERE r.run_id = $1 AND m.file ~ '^https?://'`,
  rowShape({ total: 'int' }),
);
const insertRemoteFileNotes = statement(
  'import_note_files_left',
  `INSERT INTO import_note (run_id, line, outcome, what, source_id, title, reason, detail)
  SELECT r.run_id, r.line, 'changed', 'item attachment', r.source_id, left(c.title, 200), $2, m.file
  FROM import_reference r JOIN content c ON c.id = r.content_id JOIN media m ON m.content_id = c.id
  WHERE r.run_id = $1 AND r.is_new AND m.file ~ '^https?://' ORDER BY r.line`,
);

export const NOT_DOWNLOADED = 'its file was not downloaded (--attachments downloads it): pages load it from the other site';
const FAILED = 'its file could not be downloaded: pages load it from the other site';

const failureReasons: Readonly<Partial<Record<OutgoingError['reason'], string>>> = {
  unresolved: 'its host has no address',
  unreachable: 'its host does not respond',
  timeout: 'it took too long',
  too_large: 'it is too large',
  forbidden_host: 'its host is not on the public internet',
  port: 'its port is not allowed',
  redirects: 'it redirects too often',
};

/** Downloads one file into the library. Returns the reason if that failed, otherwise null. */
async function download(site: Site, { contentId, file }: RemoteFile): Promise<string | null> {
  try {
    const response = await fetchGuarded(site, file, { maxBytes: MAX_FILE_BYTES, timeoutMs: TIMEOUT_MS });
    if (response.status !== 200) return `its host responded with status ${response.status}`;
    const [media] = await loadMedia(site, [contentId]);
    const upload = await checkFile({
      fileName: media?.fileName ?? 'file',
      mimeType: response.headers['content-type'] ?? '',
      content: response.content,
    });
    const { files, record } = await prepareFile(site, upload);
    for (const preparedFile of files) await getFileStore(site).put(preparedFile);
    await site.db.prisma.media.update({
      where: { contentId },
      data: { ...record, sizes: { ...record.sizes }, variants: { ...record.variants } } as object,
      select: { contentId: true },
    });
    return null;
  } catch (error) {
    if (error instanceof OutgoingError) return failureReasons[error.reason] ?? error.reason;
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

async function deleteDownloadNotes(site: Site, runId: number): Promise<void> {
  await site.db.prisma.importNote.deleteMany({ where: { runId, reason: { in: [NOT_DOWNLOADED, FAILED] } } });
}

/**
 * Downloads the files of imported attachments into the library if the options request it, and adds a note for each failed download. Otherwise
 * only adds notes. Returns false if the import was stopped early. A continued import requests only the files that are still missing.
 */
export async function downloadAttachments(site: Site, runId: number, { attachments, onProgress, signal }: ImportOptions): Promise<boolean> {
  await deleteDownloadNotes(site, runId);
  if (!attachments) {
    await site.db.rows(insertRemoteFileNotes, [runId, NOT_DOWNLOADED]);
    return true;
  }
  const [count] = await site.db.rows(countRemoteFiles, [runId]);
  for (let after = 0, done = 0; ; ) {
    const batch = await site.db.rows(selectRemoteFiles, [runId, after]);
    if (batch.length === 0) return true;
    const failures = await Promise.all(batch.map((remoteFile) => download(site, remoteFile)));
    const notes = batch.flatMap(({ file, contentId: _, ...source }, i): ImportNote[] => {
      const reason = failures[i];
      return reason ? [{ ...source, outcome: 'changed', what: 'item attachment', reason: FAILED, detail: `${file}: ${reason}` }] : [];
    });
    await site.db.transaction((tx) => writeNotes(tx, runId, notes));
    after = batch.at(-1)?.contentId as number;
    done += batch.length;
    onProgress?.({ stage: 'downloading', done, total: count?.total ?? done });
    if (signal?.aborted) return false;
  }
}
