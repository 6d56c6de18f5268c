/** A block in a text: `<!-- wp:name {…} --> … <!-- /wp:name -->`. */
export interface Block {
  /** Name, with the namespace unless it is the default one: `gallery`, `vendor/map`. */
  name: string;
  /** Empty if absent or unreadable. */
  attributes: Readonly<Record<string, unknown>>;
  /** Start and end in the text, including its delimiters. */
  start: number;
  end: number;
  /** Start and end of the content between its delimiters; empty for a self-closing block. */
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

/** Returns the blocks of a text, with nested ones as their children. Ignores blocks that are never closed. Takes linear time. */
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

/** Returns the source of a block. Escapes characters in the attributes that would end the delimiter or start another one. */
export function writeBlock(name: string, attributes: Readonly<Record<string, unknown>>, inner: string): string {
  const json = JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
  return `<!-- wp:${name} ${json} -->\n${inner}\n<!-- /wp:${name} -->`;
}

/** Maximum number of `-->` to try as the end of a delimiter whose attributes contain `-->`. */
const MAX_ENDS = 8;

/** Reads the block delimiter at a position: its end and its attributes. Attributes may contain `-->`, as in texts from other editors. */
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
