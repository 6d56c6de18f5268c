/** A block as it stands in a text: `<!-- wp:name {…} --> … <!-- /wp:name -->`. */
export interface Block {
  /** With its namespace where that is not the usual one: `gallery`, `vendor/map`. */
  name: string;
  /** Empty where none exist, or none that can be read. */
  attributes: Readonly<Record<string, unknown>>;
  /** Where it begins and ends in the text, its marks included. */
  start: number;
  end: number;
  /** What is between its marks; empty for one that has a single mark. */
  innerStart: number;
  innerEnd: number;
  children: Block[];
}

const OPEN = '<!-- ';
const CLOSE = '-->';
const NAME = /^(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)(?:\s|$)/;

function attributesOf(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The blocks of a text, those within others as their children. A block that is never closed does not count; work is linear in the text. */
export function blocksOf(text: string): Block[] {
  const found: Block[] = [];
  const opened: Block[] = [];
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at + 1)) {
    const close = text.indexOf(CLOSE, at);
    if (close === -1) break;
    const mark = text.slice(at + OPEN.length, close).trim();
    const [whole, slash, name] = NAME.exec(`${mark} `) ?? [];
    if (whole === undefined || name === undefined) continue;
    const end = close + CLOSE.length;
    if (slash === '/') {
      closeBlock(opened, found, name, at, end);
      continue;
    }
    const isWhole = mark.endsWith('/');
    const rest = mark.slice(whole.length - 1, isWhole ? -1 : undefined).trim();
    const block = { name, attributes: attributesOf(rest), start: at, end, innerStart: end, innerEnd: end, children: [] };
    if (isWhole) (opened.at(-1)?.children ?? found).push(block);
    else opened.push(block);
  }
  // what is still open was no block; what it holds are blocks all the same
  for (const { children } of opened) found.push(...children);
  return found.sort((a, b) => a.start - b.start);
}

function closeBlock(opened: Block[], found: Block[], name: string, innerEnd: number, end: number): void {
  const place = opened.findLastIndex((one) => one.name === name);
  if (place === -1) return;
  const [block, ...unclosed] = opened.splice(place);
  if (!block) return;
  for (const { children } of unclosed) block.children.push(...children);
  block.innerEnd = innerEnd;
  block.end = end;
  (opened.at(-1)?.children ?? found).push(block);
}

/** A block as it is written into a text; what would end its mark, or begin another one, is escaped in the attributes. */
export function writeBlock(name: string, attributes: Readonly<Record<string, unknown>>, inner: string): string {
  const json = JSON.stringify(attributes)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
  return `<!-- wp:${name} ${json} -->\n${inner}\n<!-- /wp:${name} -->`;
}

/** How many ends are tried for a mark whose attributes hold the characters that end marks. */
const MAX_ENDS = 8;

/** Reads the mark of a block that starts at a position: where it ends, and its attributes. Attributes may hold `-->`, as texts of others do. */
export function blockMarkEnd(
  text: string,
  start: number,
): { end: number; attributes: Readonly<Record<string, unknown>>; isWhole: boolean } {
  let first: number | null = null;
  const json = text.indexOf('{', start);
  for (
    let close = text.indexOf(CLOSE, start), tries = 0;
    close !== -1 && tries < MAX_ENDS;
    close = text.indexOf(CLOSE, close + 1), tries++
  ) {
    const end = close + CLOSE.length;
    const isWhole = text[close - 1] === '/';
    if (json === -1 || json > close) return { end, attributes: {}, isWhole };
    first ??= end;
    const attributes = attributesOf(text.slice(json, isWhole ? close - 1 : close).trim());
    if (Object.keys(attributes).length > 0) return { end, attributes, isWhole };
  }
  return { end: first ?? text.length, attributes: {}, isWhole: first !== null && text[first - CLOSE.length - 1] === '/' };
}
