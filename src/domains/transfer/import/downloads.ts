import { loadMedia } from '../../content/media.service.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { judgeFile, prepareFile } from '../../media/intake.ts';
import { storeOf } from '../../media/stores/file-store.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote, ImportOptions } from '../importer.ts';
import { writeNotes } from './run.ts';

const LARGEST_FILE = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** Maximum number of concurrent downloads. */
const TOGETHER = 4;

const remote = rowShape({ contentId: 'int', line: 'int', sourceId: 'text', title: 'text', file: 'text' });
type Remote = ShapedRow<typeof remote>;

const remoteFiles = statement(
  'import_remote_files',
  `SELECT r.content_id AS "contentId", r.line, r.source_id AS "sourceId", left(c.title, 200) AS title, m.file
  FROM import_reference r JOIN content c ON c.id = r.content_id JOIN media m ON m.content_id = c.id
  WHERE r.run_id = $1 AND m.file ~ '^https?://' AND r.content_id > $2 ORDER BY r.content_id LIMIT ${TOGETHER}`,
  remote,
);
const countRemote = statement(
  'import_count_remote_files',
  `SELECT count(*)::int AS total FROM import_reference r JOIN media m ON m.content_id = r.content_id WHERE r.run_id = $1 AND m.file ~ '^https?://'`,
  rowShape({ total: 'int' }),
);
const noteLeft = statement(
  'import_note_files_left',
  `INSERT INTO import_note (run_id, line, outcome, what, source_id, title, reason, detail)
  SELECT r.run_id, r.line, 'changed', 'item attachment', r.source_id, left(c.title, 200), $2, m.file
  FROM import_reference r JOIN content c ON c.id = r.content_id JOIN media m ON m.content_id = c.id
  WHERE r.run_id = $1 AND r.is_new AND m.file ~ '^https?://' ORDER BY r.line`,
);

export const NOT_ASKED = 'its file was not downloaded (--attachments): it is shown from where it is';
const FAILED = 'its file could not be downloaded: it is shown from where it is';

const words: Readonly<Partial<Record<OutgoingError['reason'], string>>> = {
  unresolved: 'its host has no address',
  unreachable: 'its host does not answer',
  timeout: 'it took too long',
  too_large: 'it is too large',
  forbidden_host: 'its host is not in the public internet',
  port: 'its port is not asked',
  redirects: 'it leads on and on',
};

/** Downloads one file into the library. Returns the reason if that failed, otherwise null. */
async function download(site: Site, { contentId, file }: Remote): Promise<string | null> {
  try {
    const answer = await fetchGuarded(site, file, { maxBytes: LARGEST_FILE, timeoutMs: TIMEOUT_MS });
    if (answer.status !== 200) return `its host answers ${answer.status}`;
    const [media] = await loadMedia(site, [contentId]);
    const judged = await judgeFile({
      fileName: media?.fileName ?? 'file',
      mimeType: answer.headers['content-type'] ?? '',
      content: answer.content,
    });
    const { files, record } = await prepareFile(site, judged);
    for (const stored of files) await storeOf(site).put(stored);
    await site.db.prisma.media.update({
      where: { contentId },
      data: { ...record, sizes: { ...record.sizes }, variants: { ...record.variants } } as object,
      select: { contentId: true },
    });
    return null;
  } catch (error) {
    if (error instanceof OutgoingError) return words[error.reason] ?? error.reason;
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

async function forgetNotes(site: Site, runId: number): Promise<void> {
  await site.db.prisma.importNote.deleteMany({ where: { runId, reason: { in: [NOT_ASKED, FAILED] } } });
}

/**
 * Downloads the attachments of an import into the library if requested, and notes why others failed. Returns false if it was stopped early. When continued,
 * requests only missing files.
 */
export async function downloadAttachments(site: Site, runId: number, { attachments, onProgress, signal }: ImportOptions): Promise<boolean> {
  await forgetNotes(site, runId);
  if (!attachments) {
    await site.db.rows(noteLeft, [runId, NOT_ASKED]);
    return true;
  }
  const [counted] = await site.db.rows(countRemote, [runId]);
  for (let after = 0, done = 0; ; ) {
    const remotes = await site.db.rows(remoteFiles, [runId, after]);
    if (remotes.length === 0) return true;
    const failures = await Promise.all(remotes.map((one) => download(site, one)));
    const notes = remotes.flatMap(({ file, contentId: _, ...rest }, i): ImportNote[] => {
      const reason = failures[i];
      return reason ? [{ ...rest, outcome: 'changed', what: 'item attachment', reason: FAILED, detail: `${file}: ${reason}` }] : [];
    });
    await site.db.transaction((tx) => writeNotes(tx, runId, notes));
    after = remotes.at(-1)?.contentId as number;
    done += remotes.length;
    onProgress?.({ stage: 'downloading', done, total: counted?.total ?? done });
    if (signal?.aborted) return false;
  }
}
