import { blockMarkEnd } from './blocks.ts';

/** A part of a text that readers get only after they have accepted a category of cookies. */
export interface ConsentArea {
  /** ID of the area; empty for a block without one. The first unnamed shortcode is `default`, the n-th area `default-n`. */
  id: string;
  category: string;
  /** Content that is shown after consent. */
  content: string;
  /** Start and end of the whole area in the text, including its delimiters. */
  start: number;
  end: number;
  isBlock: boolean;
}

/** Default category. */
const DEFAULT_CATEGORY = 'marketing';
const MARK = /<!--\s+(\/?)wp:compliance\/consent-area(?=\s)|\[(\/?)consent-area(\s[^[\]]*)?\]/gi;
const ATTRIBUTE = /\s(id|category)=(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/gi;

interface Open {
  start: number;
  innerStart: number;
  isBlock: boolean;
  attributes: Readonly<Record<string, unknown>>;
}

/** Delimiters of areas in a text: complete areas, and the positions of unmatched shortcodes. */
interface Found {
  areas: Omit<ConsentArea, 'id'>[];
  ids: Map<object, unknown>;
  stray: { start: number; end: number }[];
}

const slugOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9_-]/g, '')
        .slice(0, 50)
    : '';

const nameOf = (value: unknown): string => (typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : '');

function shortcodeAttributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']));
}

function find(text: string): Found {
  const found: Found = { areas: [], ids: new Map(), stray: [] };
  const open: Open[] = [];
  let done = 0;
  const add = ({ start, innerStart, isBlock, attributes }: Open, innerEnd: number, end: number) => {
    const consented = attributes['consentedContent'];
    const content = isBlock ? (typeof consented === 'string' ? consented : '') : text.slice(innerStart, innerEnd);
    const area = { category: slugOf(attributes['category']) || DEFAULT_CATEGORY, content, start, end, isBlock };
    found.areas.push(area);
    found.ids.set(area, attributes[isBlock ? 'blockId' : 'id']);
  };
  const abandon = (one: Open) => {
    if (one.isBlock) add(one, one.innerStart, one.innerStart);
    else found.stray.push({ start: one.start, end: one.innerStart });
  };
  for (const match of text.matchAll(MARK)) {
    const start = match.index;
    // a delimiter in the attributes of a block is part of that block's content
    if (start < done) continue;
    const isBlock = match[0].startsWith('<');
    if (match[1] === '/' || match[2] === '/') {
      const end = isBlock ? blockMarkEnd(text, start).end : start + match[0].length;
      done = end;
      const place = open.findLastIndex((one) => one.isBlock === isBlock);
      if (place === -1) {
        if (!isBlock) found.stray.push({ start, end });
        continue;
      }
      const [area, ...unclosed] = open.splice(place);
      unclosed.forEach(abandon);
      if (area) add(area, start, end);
    } else if (isBlock) {
      const { end, attributes, isWhole } = blockMarkEnd(text, start);
      done = end;
      const area = { start, innerStart: end, isBlock, attributes };
      if (isWhole) add(area, end, end);
      else open.push(area);
    } else {
      done = start + match[0].length;
      const attributes = shortcodeAttributes(match[3] ?? '');
      if ((match[3] ?? '').trimEnd().endsWith('/')) found.stray.push({ start, end: done });
      else open.push({ start, innerStart: done, isBlock, attributes });
    }
  }
  open.forEach(abandon);
  found.areas.sort((a, b) => a.start - b.start);
  return found;
}

/** True if a text may contain consent areas. */
const mayHoldConsentAreas = (text: string): boolean => /consent-area/i.test(text);

function named({ areas, ids }: Found): ConsentArea[] {
  let shortcodes = 0;
  return areas.map((area) => {
    if (!area.isBlock) shortcodes += 1;
    const own = nameOf(ids.get(area));
    return { ...area, id: own !== '' || area.isBlock ? own : shortcodes === 1 ? 'default' : `default-${shortcodes}` };
  });
}

/** Returns the consent areas of a stored text in order, including nested ones. */
export function consentAreasOf(text: string): ConsentArea[] {
  return mayHoldConsentAreas(text) ? named(find(text)) : [];
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements that would swallow the following markup if they stayed open. */
const SWALLOWING = /^(?:iframe|noscript|object|script|style|textarea|title|template)$/;
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;

/** Returns the tags that a part of a text leaves open, and those that it closes without opening them. */
function unbalanced(markup: string): { closes: string; opens: string } {
  const open: string[] = [];
  let closes = '';
  for (const [tag, slash, written = ''] of markup.matchAll(TAG)) {
    const name = written.toLowerCase();
    if (VOID.test(name) || tag.endsWith('/>')) continue;
    if (slash === '') open.push(name);
    else {
      const place = open.lastIndexOf(name);
      if (place === -1) closes += `</${name}>`;
      else open.splice(place);
    }
  }
  return {
    closes,
    opens: open
      .filter((name) => !SWALLOWING.test(name))
      .map((name) => `<${name}>`)
      .join(''),
  };
}

/** Closes all open elements of the markup, and drops closing tags of elements that it does not open. */
export function balanced(markup: string): string {
  const open: string[] = [];
  const kept = markup.replaceAll(TAG, (tag, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (VOID.test(name) || tag.endsWith('/>')) return tag;
    if (slash === '') {
      open.push(name);
      return tag;
    }
    const place = open.lastIndexOf(name);
    if (place === -1) return '';
    return open
      .splice(place)
      .reverse()
      .map((one) => `</${one}>`)
      .join('');
  });
  return (
    kept +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

/**
 * Replaces each consent area of a stored text with a shortcode without content, `[consent-area id="…" category="…"]`, so that the protected content does not
 * appear in any output.
 */
export function withoutConsentedContent(text: string): string {
  if (!mayHoldConsentAreas(text)) return text;
  const found = find(text);
  const hasBlocks = text.includes('<!-- wp:');
  const categories = new Map<string, string>();
  const cuts: { start: number; end: number; instead: string }[] = found.stray.map((one) => ({ ...one, instead: '' }));
  let done = 0;
  for (const area of named(found)) {
    // areas with the same ID show the content of the first one, with its category
    const category = categories.get(area.id) ?? area.category;
    categories.set(area.id, category);
    if (area.start < done) continue;
    done = area.end;
    const mark = `[consent-area id="${area.id}" category="${category}"]`;
    const { closes, opens } = unbalanced(area.isBlock ? '' : area.content);
    cuts.push({ start: area.start, end: area.end, instead: closes + (hasBlocks ? mark : `\n\n${mark}\n\n`) + opens });
  }
  let result = '';
  let from = 0;
  for (const { start, end, instead } of cuts.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    result += text.slice(from, start) + instead;
    from = end;
  }
  return result + text.slice(from);
}
