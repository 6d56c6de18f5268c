import { BrokenFile } from '../broken-file.ts';
import type { Element } from './element.ts';
import { recordOf } from './elements.ts';
import { nestedCdata } from './nested-cdata.ts';
import type { WxrChannel, WxrRecord } from './records.ts';
import { textPieces } from './text-pieces.ts';
import { treeReader } from './tree-reader.ts';

const VERSION = /^1\.\d+$/;

/** Options for reading an export. */
export interface ReadOptions {
  /** Filled with the data of the whole site. */
  channel: WxrChannel;
  /** Called with the raw bytes. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Called for a record that lost characters that XML cannot contain. */
  onDropped?: (record: WxrRecord, count: number) => void;
  /** Permits `]]>` within CDATA sections, see `nestedCdata`. */
  allowNestedCdata?: boolean;
}

/** Creates an empty channel. */
export function emptyChannel(): WxrChannel {
  return { title: '', link: '', version: '', baseUrl: '' };
}

function noteChannel(channel: WxrChannel, { space, name, text, line }: Element): void {
  const word = text.trim();
  if (space === 'plain' && name === 'title') channel.title = word;
  if (space === 'plain' && name === 'link') channel.link = word;
  if (space !== 'wp') return;
  if (name === 'base_blog_url') channel.baseUrl = word;
  if (name === 'base_site_url') channel.baseUrl ||= word;
  if (name !== 'wxr_version') return;
  if (!VERSION.test(word))
    throw new BrokenFile(line, `"${word.slice(0, 40)}" is not a version of the export format; 1.0, 1.1 and 1.2 are read`);
  channel.version = word;
}

/**
 * Yields authors, terms and items of an export in the order of the file. Keeps only one piece of the file and the current entry in memory. Throws BrokenFile
 * with line and reason if the file is malformed or not an export.
 */
export async function* readWxr(
  file: string,
  { channel, onBytes, onDropped, allowNestedCdata = false }: ReadOptions,
): AsyncGenerator<WxrRecord> {
  let found: WxrRecord[] = [];
  const reader = treeReader((element, dropped) => {
    const record = recordOf(element);
    if (!record) return noteChannel(channel, element);
    found.push(record);
    if (dropped > 0) onDropped?.(record, dropped);
  });
  const repair = allowNestedCdata ? nestedCdata() : null;
  const drain = () => {
    const records = found;
    found = [];
    return records;
  };
  for await (const piece of textPieces(file, () => reader.line(), onBytes)) {
    reader.write(repair ? repair.take(piece) : piece);
    yield* drain();
  }
  if (repair) reader.write(repair.rest());
  reader.end();
  yield* drain();
  if (channel.version === '')
    throw new BrokenFile(reader.channelLine(), 'nowhere does the file say its version (wp:wxr_version): it is not an export of a site');
}
