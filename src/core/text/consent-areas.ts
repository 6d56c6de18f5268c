import { readBlockDelimiter } from './blocks.ts';

/** A part of a text that readers see only after they have accepted a category of cookies. */
export interface ConsentArea {
  /**
   * ID of the area; empty for a block without an ID. For a shortcode without an ID, `default` if it is the first shortcode, and `default-n` if it is
   * the n-th.
   */
  id: string;
  category: string;
  /** Content that readers see after their consent. */
  content: string;
  /** Position of the whole area in the text, including its delimiters. */
  start: number;
  end: number;
  isBlock: boolean;
}

/** Category of an area that specifies none. */
const DEFAULT_CATEGORY = 'marketing';
const DELIMITER = /<!--\s+(\/?)wp:compliance\/consent-area(?=\s)|\[(\/?)consent-area(\s[^[\]]*)?\]/gi;
const ATTRIBUTE = /\s(id|category)=(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/gi;

interface OpenArea {
  start: number;
  innerStart: number;
  isBlock: boolean;
  attributes: Readonly<Record<string, unknown>>;
}

/** What `findAreas` finds in a text. */
interface FoundAreas {
  /** Complete areas. */
  areas: Omit<ConsentArea, 'id'>[];
  /** IDs of the areas, as the author wrote them. */
  ids: Map<object, unknown>;
  /** Positions of opening and closing shortcodes without a counterpart. */
  strayShortcodes: { start: number; end: number }[];
}

const toSlug = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9_-]/g, '')
        .slice(0, 50)
    : '';

const toValidId = (value: unknown): string => (typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : '');

function parseShortcodeAttributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']));
}

function findAreas(text: string): FoundAreas {
  const found: FoundAreas = { areas: [], ids: new Map(), strayShortcodes: [] };
  const open: OpenArea[] = [];
  let position = 0;
  const add = ({ start, innerStart, isBlock, attributes }: OpenArea, innerEnd: number, end: number) => {
    const consentedContent = attributes['consentedContent'];
    const content = isBlock ? (typeof consentedContent === 'string' ? consentedContent : '') : text.slice(innerStart, innerEnd);
    const area = { category: toSlug(attributes['category']) || DEFAULT_CATEGORY, content, start, end, isBlock };
    found.areas.push(area);
    found.ids.set(area, attributes[isBlock ? 'blockId' : 'id']);
  };
  const abandon = (area: OpenArea) => {
    if (area.isBlock) add(area, area.innerStart, area.innerStart);
    else found.strayShortcodes.push({ start: area.start, end: area.innerStart });
  };
  for (const match of text.matchAll(DELIMITER)) {
    const start = match.index;
    // skips delimiters in the attributes of a block, because they are part of its content
    if (start < position) continue;
    const isBlock = match[0].startsWith('<');
    if (match[1] === '/' || match[2] === '/') {
      const end = isBlock ? readBlockDelimiter(text, start).end : start + match[0].length;
      position = end;
      const index = open.findLastIndex((area) => area.isBlock === isBlock);
      if (index === -1) {
        if (!isBlock) found.strayShortcodes.push({ start, end });
        continue;
      }
      const [area, ...unclosed] = open.splice(index);
      unclosed.forEach(abandon);
      if (area) add(area, start, end);
    } else if (isBlock) {
      const { end, attributes, isSelfClosing } = readBlockDelimiter(text, start);
      position = end;
      const area = { start, innerStart: end, isBlock, attributes };
      if (isSelfClosing) add(area, end, end);
      else open.push(area);
    } else {
      position = start + match[0].length;
      const attributes = parseShortcodeAttributes(match[3] ?? '');
      if ((match[3] ?? '').trimEnd().endsWith('/')) found.strayShortcodes.push({ start, end: position });
      else open.push({ start, innerStart: position, isBlock, attributes });
    }
  }
  open.forEach(abandon);
  found.areas.sort((a, b) => a.start - b.start);
  return found;
}

/** True if a text may contain consent areas. */
const mayContainConsentAreas = (text: string): boolean => /consent-area/i.test(text);

function withIds({ areas, ids }: FoundAreas): ConsentArea[] {
  let shortcodes = 0;
  return areas.map((area) => {
    if (!area.isBlock) shortcodes += 1;
    const id = toValidId(ids.get(area));
    return { ...area, id: id !== '' || area.isBlock ? id : shortcodes === 1 ? 'default' : `default-${shortcodes}` };
  });
}

/** Returns the consent areas of a stored text in order. Includes nested areas. */
export function findConsentAreas(text: string): ConsentArea[] {
  return mayContainConsentAreas(text) ? withIds(findAreas(text)) : [];
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements that would hide the markup after them if they were not closed. */
const SWALLOWING = /^(?:iframe|noscript|object|script|style|textarea|title|template)$/;
const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi;

/** Returns the tags that markup opens but does not close, and the tags that it closes but does not open. */
function findUnbalanced(markup: string): { closes: string; opens: string } {
  const open: string[] = [];
  let closes = '';
  for (const [tag, slash, tagName = ''] of markup.matchAll(TAG)) {
    const name = tagName.toLowerCase();
    if (VOID.test(name) || tag.endsWith('/>')) continue;
    if (slash === '') open.push(name);
    else {
      const index = open.lastIndexOf(name);
      if (index === -1) closes += `</${name}>`;
      else open.splice(index);
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

/** Closes all elements that the markup leaves open. Removes closing tags of elements that it does not open. */
export function balanceTags(markup: string): string {
  const open: string[] = [];
  const balanced = markup.replaceAll(TAG, (tag, slash: string, tagName: string) => {
    const name = tagName.toLowerCase();
    if (VOID.test(name) || tag.endsWith('/>')) return tag;
    if (slash === '') {
      open.push(name);
      return tag;
    }
    const index = open.lastIndexOf(name);
    if (index === -1) return '';
    return open
      .splice(index)
      .reverse()
      .map((element) => `</${element}>`)
      .join('');
  });
  return (
    balanced +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

/**
 * Replaces each consent area of a stored text with a shortcode without content, `[consent-area id="…" category="…"]`, so that the protected content
 * appears in no output.
 */
export function removeConsentedContent(text: string): string {
  if (!mayContainConsentAreas(text)) return text;
  const found = findAreas(text);
  const hasBlocks = text.includes('<!-- wp:');
  const categories = new Map<string, string>();
  const cuts: { start: number; end: number; replacement: string }[] = found.strayShortcodes.map((delimiter) => ({
    ...delimiter,
    replacement: '',
  }));
  let position = 0;
  for (const area of withIds(found)) {
    // areas with the same ID show the content of the first one, with its category
    const category = categories.get(area.id) ?? area.category;
    categories.set(area.id, category);
    if (area.start < position) continue;
    position = area.end;
    const shortcode = `[consent-area id="${area.id}" category="${category}"]`;
    const { closes, opens } = findUnbalanced(area.isBlock ? '' : area.content);
    cuts.push({ start: area.start, end: area.end, replacement: closes + (hasBlocks ? shortcode : `\n\n${shortcode}\n\n`) + opens });
  }
  let result = '';
  let from = 0;
  for (const { start, end, replacement } of cuts.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}
