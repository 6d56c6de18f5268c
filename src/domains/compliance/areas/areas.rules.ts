const MARKER = /<!--\s+wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+(\{.*?\}\s+)?\/?-->/gs;
const NAME = 'consent-area';
const NAMESPACE = 'compliance/';
const OPENING = /\[consent-area(\s[^[\]]*)?\]/gi;
const CLOSING = '[/consent-area]';
const ID = /\sid=(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/i;

function attributesOf(json: string | undefined): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(json ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The consent areas among the blocks of a text, at whatever depth. */
function areaBlocks(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (const [, namespace, name, attributes] of text.matchAll(MARKER))
    if (namespace === NAMESPACE && name === NAME) found.push(attributesOf(attributes));
  return found;
}

/** What an area is called that is written without an id. */
const USUAL = 'default';

/** The area between shortcodes with this id; `default` is the first one. */
function betweenShortcodes(text: string, id: string): string | null {
  const lower = text.toLowerCase();
  for (const match of text.matchAll(OPENING)) {
    const own = ID.exec(match[1] ?? '');
    if (id !== USUAL && (own?.[1] ?? own?.[2] ?? own?.[3]) !== id) continue;
    const from = match.index + match[0].length;
    const end = lower.indexOf(CLOSING, from);
    if (end !== -1) return text.slice(from, end);
  }
  return null;
}

/**
 * What a stored text shows in the consent area with this id once there is consent; null when it has no such area. Blocks come first; shortcodes
 * count where there is no block of that name at all (cache-compliance-maps-2fa-theme.md 2.7).
 */
export function consentedContent(text: string, id: string): string | null {
  const blocks = areaBlocks(text);
  if (blocks.length === 0) return betweenShortcodes(text, id);
  const content = blocks.find(({ blockId }) => blockId === id)?.['consentedContent'];
  return typeof content === 'string' ? content : null;
}
