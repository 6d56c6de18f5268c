import { BrokenFileError } from '../broken-file.ts';
import type { XmlElement } from './element.ts';
import { readRecord } from './elements.ts';
import { createCdataEscaper } from './nested-cdata.ts';
import type { WxrChannel, WxrRecord } from './records.ts';
import { iterateText } from './text-pieces.ts';
import { createTreeReader } from './tree-reader.ts';

const VERSION = /^1\.\d+$/;

/** Options for reading an export. */
export interface ReadOptions {
  /** Receives the data of the whole site. */
  channel: WxrChannel;
  /** Called with each piece of raw bytes. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Called for each record from which characters were dropped because XML cannot contain them. */
  onDropped?: (record: WxrRecord, count: number) => void;
  /** Permits `]]>` within CDATA sections, see nested-cdata.ts. */
  allowNestedCdata?: boolean;
}

/** Creates an empty channel. */
export function createChannel(): WxrChannel {
  return { title: '', link: '', version: '', baseUrl: '' };
}

function readChannelField(channel: WxrChannel, { namespace, name, text, line }: XmlElement): void {
  const value = text.trim();
  if (namespace === 'plain' && name === 'title') channel.title = value;
  if (namespace === 'plain' && name === 'link') channel.link = value;
  if (namespace !== 'wp') return;
  if (name === 'base_blog_url') channel.baseUrl = value;
  if (name === 'base_site_url') channel.baseUrl ||= value;
  if (name !== 'wxr_version') return;
  if (!VERSION.test(value))
    throw new BrokenFileError(line, `"${value.slice(0, 40)}" is not a supported version of the export format; use 1.0, 1.1 or 1.2`);
  channel.version = value;
}

/**
 * Yields authors, terms and items of an export in the order of the file. Holds only one piece of the file and the current record in memory.
 * Throws `BrokenFileError` with line and reason if the file is malformed or not an export.
 */
export async function* readWxr(
  file: string,
  { channel, onBytes, onDropped, allowNestedCdata = false }: ReadOptions,
): AsyncGenerator<WxrRecord> {
  let completeRecords: WxrRecord[] = [];
  const reader = createTreeReader((element, dropped) => {
    const record = readRecord(element);
    if (!record) return readChannelField(channel, element);
    completeRecords.push(record);
    if (dropped > 0) onDropped?.(record, dropped);
  });
  const escaper = allowNestedCdata ? createCdataEscaper() : null;
  const takeRecords = () => {
    const records = completeRecords;
    completeRecords = [];
    return records;
  };
  for await (const piece of iterateText(file, () => reader.getLine(), onBytes)) {
    reader.write(escaper ? escaper.process(piece) : piece);
    yield* takeRecords();
  }
  if (escaper) reader.write(escaper.finish());
  reader.end();
  yield* takeRecords();
  if (channel.version === '')
    throw new BrokenFileError(reader.getChannelLine(), 'the file has no version (wp:wxr_version): it is not an export of a site');
}
