import { SaxesParser, type SaxesTagNS } from 'saxes';
import { BrokenFileError } from '../broken-file.ts';
import type { XmlElement } from './element.ts';
import { getNamespace } from './names.ts';
import { UNWRITABLE } from './write-xml.ts';

/** Maximum size of one record in characters, including elements and attributes. Limits memory. */
const MAX_RECORD_LENGTH = 64 * 1024 * 1024;
const MAX_DEPTH = 64;
/** Depth of records: below `rss` and `channel`. */
const RECORD_DEPTH = 3;

/** Parses a file in pieces. */
export interface TreeReader {
  /** Parses the next piece of text. Throws `BrokenFileError` for malformed XML. */
  write(text: string): void;
  /** Ends the file. Throws `BrokenFileError` if it is incomplete. */
  end(): void;
  /** Returns the current line. */
  getLine(): number;
  /** Returns the line on which the channel starts. */
  getChannelLine(): number;
}

const CONTROL_CHARACTER_ERROR = 'disallowed character';
/** True for a reference to a character that XML cannot contain, such as `&#8;`. Some programs write control characters in this way. */
const isControlReference = (entity: string) => {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff && String.fromCodePoint(code).search(UNWRITABLE) !== -1;
};
const countLineBreaks = (text: string) => text.split('\n').length - 1;

/**
 * Internal members of the parser for entities. The parser reads from `&` to the next `;`, even across lines, and reports the line of the
 * `;` in errors.
 */
interface EntityParser {
  entity: string;
  parseEntity(entity: string): string;
}

/** Returns the parser's message without its position. */
function removePosition(error: Error): string {
  return error.message.replace(/^(?:[^:\n]*:)?\d+:\d+: /, '').replace(/\.$/, '');
}

/**
 * Creates a strict, namespace-aware reader, which calls `onRecord` with each child of the channel when it is complete. Throws `BrokenFileError`
 * for malformed XML, undeclared prefixes or entities, document type declarations, and anything except `rss` with one `channel`. Holds one
 * child of the channel in memory at a time. Skips blank lines before the XML declaration. Drops characters that XML cannot contain;
 * `onRecord` gets their number for each record.
 */
export function createTreeReader(onRecord: (element: XmlElement, dropped: number) => void): TreeReader {
  const parser = new SaxesParser({ xmlns: true });
  const entities = parser as unknown as EntityParser;
  const parseEntity = entities.parseEntity.bind(parser);
  let skippedLines = 0;
  let hasContent = false;
  let dropped = 0;
  let hasControls = false;
  const getCurrentLine = () => parser.line + skippedLines;
  const openElements: XmlElement[] = [];
  let depth = 0;
  let startLine = 1;
  let size = 0;
  let channelLine = 0;

  const refuse = (reason: string, line = getCurrentLine()): never => {
    throw new BrokenFileError(line, reason);
  };
  const refuseAmpersand = (entity: string) =>
    refuse('an "&" that does not start an entity must be written as "&amp;"', getCurrentLine() - countLineBreaks(entity));
  entities.parseEntity = (entity) => {
    if (isControlReference(entity)) {
      dropped += 1;
      return '';
    }
    if (/[\s<&]/.test(entity)) refuseAmpersand(entity);
    return parseEntity(entity);
  };
  const removeControls = (text: string) =>
    !hasControls
      ? text
      : text.replace(UNWRITABLE, () => {
          dropped += 1;
          return '';
        });
  const addToSize = (by: number) => {
    size += by;
    if (size > MAX_RECORD_LENGTH)
      refuse(`a single record has more than ${MAX_RECORD_LENGTH / 1024 / 1024} million characters`, openElements[0]?.line);
  };
  const addText = (text: string) => {
    const element = openElements.at(-1);
    if (!element) return;
    addToSize(text.length);
    element.text += removeControls(text);
  };

  function checkRootElements(tag: SaxesTagNS): void {
    if (depth === 1 && (tag.name !== 'rss' || getNamespace(tag.uri) !== 'plain'))
      refuse(`the file starts with <${tag.name}>, but an export starts with <rss>`, startLine);
    if (depth !== 2) return;
    if (tag.name !== 'channel' || getNamespace(tag.uri) !== 'plain') refuse(`<${tag.name}> occurs where <channel> is expected`, startLine);
    if (channelLine > 0) refuse('there is a second <channel>', startLine);
    channelLine = startLine;
  }

  parser.on('error', (error) => {
    const reason = removePosition(error);
    if (reason !== CONTROL_CHARACTER_ERROR) refuse(reason);
    hasControls = true;
  });
  parser.on('doctype', () => refuse('document type declarations, which can define entities, are not allowed'));
  parser.on('opentagstart', () => {
    startLine = getCurrentLine();
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse(`elements are nested more than ${MAX_DEPTH} deep`, startLine);
    if (depth < RECORD_DEPTH) return checkRootElements(tag);
    const attributes: Record<string, string> = {};
    for (const { local, uri, value } of Object.values(tag.attributes)) if (uri === '') attributes[local] = removeControls(value);
    const element: XmlElement = { namespace: getNamespace(tag.uri), name: tag.local, line: startLine, attributes, text: '', children: [] };
    if (depth === RECORD_DEPTH) size = 0;
    addToSize(100 + Object.values(attributes).reduce((sum, value) => sum + value.length, 0));
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const closed = openElements.pop();
    if (!closed || openElements.length > 0) return;
    onRecord(closed, dropped);
    dropped = 0;
    hasControls = false;
  });

  return {
    write(text) {
      const content = hasContent ? text : text.trimStart();
      skippedLines += countLineBreaks(text.slice(0, text.length - content.length));
      hasContent ||= content !== '';
      if (content !== '') parser.write(content);
    },
    end() {
      if (entities.entity !== '') refuseAmpersand(entities.entity);
      // read before `close`, which resets the position of the parser
      const lastLine = getCurrentLine();
      parser.close();
      if (channelLine === 0) refuse('there is no <channel>', lastLine);
    },
    getLine: getCurrentLine,
    getChannelLine: () => channelLine,
  };
}
