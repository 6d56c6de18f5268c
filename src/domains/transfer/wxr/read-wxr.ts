import { BrokenFile } from '../broken-file.ts';
import type { Element } from './element.ts';
import { recordOf } from './elements.ts';
import { nestedCdata } from './nested-cdata.ts';
import type { WxrChannel, WxrRecord } from './records.ts';
import { textPieces } from './text-pieces.ts';
import { treeReader } from './tree-reader.ts';

const VERSION = /^1\.\d+$/;

/** What a reader of an export is given in addition to the file. */
export interface ReadOptions {
  /** Called with what the file says about the whole site. */
  channel: WxrChannel;
  /** Sees the bytes as they are. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Called for a record whose texts had characters that XML cannot hold: they are left out. */
  onDropped?: (record: WxrRecord, count: number) => void;
  /** Lets `]]>` stand inside CDATA sections, see `nestedCdata`. */
  allowNestedCdata?: boolean;
}

/** A channel of which nothing is known yet. */
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
 * Authors, terms and items of an export in the order of the file, one after the other: memory holds no more than one piece of the file and the
 * entry being read. Throws BrokenFile with line and reason for a file that is not well-formed or not an export.
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
