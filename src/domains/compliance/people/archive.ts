import { PassThrough, Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { html, trusted } from '#app/core/text/html.ts';
import type { Person } from '#app/core/personal-data/declaration.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { isKey, storeOf } from '../../media/stores/file-store.ts';
import { type HeldPart, heldParts } from './records.ts';

const headingOf = ({ label, isMention }: HeldPart): string => (isMention ? `${label}: mentions` : label);

/** Writes the records as JSON: `{ address, site, madeAt, parts: [{ table, label, isMention, records }] }`. Omits parts without records. */
async function* asJson(site: Site, person: Person, parts: readonly HeldPart[]): AsyncGenerator<string> {
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

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Writes the records as HTML, with one table per record. */
async function* asHtml(site: Site, person: Person, parts: readonly HeldPart[]): AsyncGenerator<string> {
  const name = site.settings.get(siteName);
  yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  yield html`<title>Data about ${person.address}</title><style>${trusted(STYLE)}</style></head>`.toString();
  yield html`<body><main><h1>What ${name} holds about ${person.address}</h1>
<p>Made on ${now().toISOString().slice(0, 10)} at ${site.config.siteUrl}. The same data for programs: data.json. Files are in the folder media.</p>`.toString();
  for (const part of parts) {
    let count = 0;
    for await (const record of part.records()) {
      count += 1;
      if (count === 1) yield html`<section><h2>${headingOf(part)}</h2>`.toString();
      const rows = Object.entries(record).flatMap(([key, value]) =>
        value === null || value === undefined || value === '' ? [] : [html`<tr><th scope="row">${key}</th><td>${shown(value)}</td></tr>`],
      );
      yield html`<table><caption>${count}</caption><tbody>${rows}</tbody></table>`.toString();
    }
    if (count > 0) yield '</section>';
  }
  yield '</main></body></html>\n';
}

const filesOf = statement(
  'files_of_accounts',
  'SELECT m.file FROM media m JOIN content c ON c.id = m.content_id WHERE c.author_id = ANY($1::int[]) ORDER BY m.content_id',
  rowShape({ file: 'text' }),
);

/** Adds the media files of accounts with the address, one after the other. */
async function addFiles(site: Site, person: Person, archive: ZipFile): Promise<void> {
  if (person.userIds.length === 0) return;
  const files = await site.db.rows(filesOf, [[...person.userIds]]);
  for (const { file } of files) {
    if (!isKey(file)) continue;
    archive.addReadStreamLazy(`media/${file}`, { compress: false }, (give) => {
      storeOf(site)
        .read(file)
        // a missing file becomes an empty one
        .then(
          (content) => give(null, content ?? Readable.from([])),
          (error: unknown) => give(error, Readable.from([])),
        );
    });
  }
}

/**
 * Creates a zip archive of all personal data of a person: `data.json`, `data.html`, and their media files. It is created while it is read. An error
 * in between aborts the stream.
 */
export async function archiveOf(site: Site, person: Person): Promise<Readable> {
  const parts = await heldParts(site, person);
  const { ZipFile: Archive } = await import('yazl');
  const archive = new Archive();
  const answer = new PassThrough();
  const fail = (error: unknown) => answer.destroy(error instanceof Error ? error : new Error(String(error)));
  archive.on('error', fail);
  const add = (name: string, source: () => AsyncGenerator<string>) =>
    archive.addReadStreamLazy(name, {}, (give) => give(null, Readable.from(buffered(source())).on('error', fail)));
  add('data.json', () => asJson(site, person, parts));
  add('data.html', () => asHtml(site, person, parts));
  await addFiles(site, person, archive);
  archive.end();
  archive.outputStream.pipe(answer);
  return answer;
}

const CHUNK = 16 * 1024;

/** Combines small strings into larger buffers. */
async function* buffered(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < CHUNK) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
