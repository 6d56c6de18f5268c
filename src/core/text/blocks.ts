/** A block of the WordPress editor in a text: `<!-- wp:name {…} --> … <!-- /wp:name -->`. */
export interface Block {
  /** Name, such as `gallery`, or `vendor/map` for a block that does not belong to the default namespace. */
  name: string;
  /** Attributes; empty if they are missing or their JSON is invalid. */
  attributes: Readonly<Record<string, unknown>>;
  /** Position of the block in the text, including its delimiters. */
  start: number;
  end: number;
  /** Position of the content between the delimiters. Both numbers are equal for a self-closing block. */
  innerStart: number;
  innerEnd: number;
  children: Block[];
}

const OPEN = '<!-- ';
const CLOSE = '-->';
const NAME = /^(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)(?:\s|$)/;

function parseAttributes(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the blocks of a text, with nested blocks as their children. Ignores blocks that are never closed. Takes linear time. */
export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const openBlocks: Block[] = [];
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at + 1)) {
    const close = text.indexOf(CLOSE, at);
    if (close === -1) break;
    const delimiter = text.slice(at + OPEN.length, close).trim();
    const [prefix, slash, name] = NAME.exec(`${delimiter} `) ?? [];
    if (prefix === undefined || name === undefined) continue;
    const end = close + CLOSE.length;
    if (slash === '/') {
      closeBlock(openBlocks, blocks, name, at, end);
      continue;
    }
    const isSelfClosing = delimiter.endsWith('/');
    const json = delimiter.slice(prefix.length - 1, isSelfClosing ? -1 : undefined).trim();
    const block = { name, attributes: parseAttributes(json), start: at, end, innerStart: end, innerEnd: end, children: [] };
    if (isSelfClosing) (openBlocks.at(-1)?.children ?? blocks).push(block);
    else openBlocks.push(block);
  }
  // unclosed delimiters are not blocks, but their content may contain blocks
  for (const { children } of openBlocks) blocks.push(...children);
  return blocks.sort((a, b) => a.start - b.start);
}

function closeBlock(openBlocks: Block[], blocks: Block[], name: string, innerEnd: number, end: number): void {
  const index = openBlocks.findLastIndex((block) => block.name === name);
  if (index === -1) return;
  const [block, ...unclosed] = openBlocks.splice(index);
  if (!block) return;
  for (const { children } of unclosed) block.children.push(...children);
  block.innerEnd = innerEnd;
  block.end = end;
  (openBlocks.at(-1)?.children ?? blocks).push(block);
}

/** Returns the source of a block. Escapes characters in the attributes that would end the delimiter or begin another one. */
export function writeBlock(name: string, attributes: Readonly<Record<string, unknown>>, inner: string): string {
  const json = JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
  return `<!-- wp:${name} ${json} -->\n${inner}\n<!-- /wp:${name} -->`;
}

/** Maximum number of `-->` that are tried as the end of a delimiter, because its attributes may contain `-->`. */
const MAX_ENDS = 8;

/**
 * Reads the block delimiter that starts at a position: its end, its attributes, and whether it is self-closing. Also reads attributes that contain
 * `-->`, as other editors write them.
 */
export function readBlockDelimiter(
  text: string,
  start: number,
): { end: number; attributes: Readonly<Record<string, unknown>>; isSelfClosing: boolean } {
  let firstEnd: number | null = null;
  const jsonStart = text.indexOf('{', start);
  for (
    let close = text.indexOf(CLOSE, start), tries = 0;
    close !== -1 && tries < MAX_ENDS;
    close = text.indexOf(CLOSE, close + 1), tries++
  ) {
    const end = close + CLOSE.length;
    const isSelfClosing = text[close - 1] === '/';
    if (jsonStart === -1 || jsonStart > close) return { end, attributes: {}, isSelfClosing };
    firstEnd ??= end;
    const attributes = parseAttributes(text.slice(jsonStart, isSelfClosing ? close - 1 : close).trim());
    if (Object.keys(attributes).length > 0) return { end, attributes, isSelfClosing };
  }
  return { end: firstEnd ?? text.length, attributes: {}, isSelfClosing: firstEnd !== null && text[firstEnd - CLOSE.length - 1] === '/' };
}
