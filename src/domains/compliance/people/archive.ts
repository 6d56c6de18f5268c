import { PassThrough, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { html, trustHtml } from '#app/core/text/html.ts';
import type { Person } from '#app/core/personal-data/declaration.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, getFileStore } from '../../media/stores/file-store.ts';
import { type PersonalDataPart, listPersonalData } from './records.ts';

const getHeading = ({ label, isMention }: PersonalDataPart): string => (isMention ? `${label}: mentions` : label);

/** Yields the records as JSON: `{ address, site, madeAt, parts: [{ table, label, isMention, records }] }`. Omits parts without records. */
async function* writeJson(site: Site, person: Person, parts: readonly PersonalDataPart[]): AsyncGenerator<string> {
  const head = { address: person.address, site: site.config.siteUrl, madeAt: now().toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[`;
  let isFirst = true;
  for (const { table, label, isMention, records } of parts) {
    let isOpen = false;
    for await (const record of records()) {
      if (isOpen) yield ',\n';
      else yield `${isFirst ? '' : ','}\n${JSON.stringify({ table, label, isMention }).slice(0, -1)},"records":[\n`;
      isOpen = true;
      isFirst = false;
      yield JSON.stringify(record);
    }
    if (isOpen) yield ']}';
  }
  yield ']}\n';
}

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}
th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{width:12rem;font-weight:600}`;

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Yields the records as HTML, with one table per record. Omits parts without records. */
async function* writeHtml(site: Site, person: Person, parts: readonly PersonalDataPart[]): AsyncGenerator<string> {
  const name = site.settings.get(siteName);
  yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  yield html`<title>Data about ${person.address}</title><style>${trustHtml(STYLE)}</style></head>`.toString();
  yield html`<body><main><h1>Personal data that ${name} stores about ${person.address}</h1>
<p>Created on ${now().toISOString().slice(0, 10)} at ${site.config.siteUrl}. The file data.json contains the same data for programs. Files are in the folder media.</p>`.toString();
  for (const part of parts) {
    let count = 0;
    for await (const record of part.records()) {
      count += 1;
      if (count === 1) yield html`<section><h2>${getHeading(part)}</h2>`.toString();
      const rows = Object.entries(record).flatMap(([key, value]) =>
        value === null || value === undefined || value === ''
          ? []
          : [html`<tr><th scope="row">${key}</th><td>${formatValue(value)}</td></tr>`],
      );
      yield html`<table><caption>${count}</caption><tbody>${rows}</tbody></table>`.toString();
    }
    if (count > 0) yield '</section>';
  }
  yield '</main></body></html>\n';
}

const selectFiles = statement(
  'files_of_accounts',
  'SELECT m.file FROM media m JOIN content c ON c.id = m.content_id WHERE c.author_id = ANY($1::int[]) ORDER BY m.content_id',
  rowShape({ file: 'text' }),
);

/** Adds the media files of the person's accounts. Opens each file only when the archive reaches it. */
async function addMediaFiles(site: Site, person: Person, archive: ZipFile): Promise<void> {
  if (person.userIds.length === 0) return;
  const files = await site.db.rows(selectFiles, [[...person.userIds]]);
  for (const { file } of files) {
    if (!isKey(file)) continue;
    archive.addReadStreamLazy(`media/${file}`, { compress: false }, (provideStream) => {
      getFileStore(site)
        .read(file)
        // an empty file replaces a missing file
        .then(
          (content) => provideStream(null, content ?? Readable.from([])),
          (error: unknown) => provideStream(error, Readable.from([])),
        );
    });
  }
}

/**
 * Creates a zip archive of all personal data of a person: `data.json`, `data.html`, and the person's media files. The content is created while the
 * returned stream is read. An error destroys the stream.
 */
export async function createArchive(site: Site, person: Person): Promise<Readable> {
  const parts = await listPersonalData(site, person);
  const { ZipFile: Archive } = await import('yazl');
  const archive = new Archive();
  const output = new PassThrough();
  const destroyOutput = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  archive.on('error', destroyOutput);
  const addFile = (name: string, source: () => AsyncGenerator<string>) =>
    archive.addReadStreamLazy(name, {}, (provideStream) =>
      provideStream(null, Readable.from(combineChunks(source())).on('error', destroyOutput)),
    );
  addFile('data.json', () => writeJson(site, person, parts));
  addFile('data.html', () => writeHtml(site, person, parts));
  await addMediaFiles(site, person, archive);
  archive.end();
  archive.outputStream.pipe(output);
  return output;
}

const CHUNK_BYTES = 16 * 1024;

/** Combines small strings into larger buffers. */
async function* combineChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pending = '';
  for await (const piece of pieces) {
    pending += piece;
    if (pending.length < CHUNK_BYTES) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  if (pending !== '') yield Buffer.from(pending);
}
