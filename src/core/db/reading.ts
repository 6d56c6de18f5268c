import { LRUCache } from 'lru-cache';

const BEGINS = /^\s*(?:\(\s*)*(?:select|with|values)\b/i;
/** SQL keywords that write, lock or notify. A column with such a name only causes an unnecessary read from the primary. */
const DOES_MORE =
  /\b(?:insert|update|delete|merge|truncate|call|lock|nextval|setval|pg_notify|pg_(?:try_)?advisory\w*|set_config|txid_current|pg_current_xact_id|for\s+(?:no\s+key\s+)?(?:key\s+)?share)\b/i;

const known = new LRUCache<string, boolean>({ max: 4000 });
const LONGEST = 20_000;

/** True if the text of a statement only reads: it writes no rows, and takes and awaits no locks. Functions are not inspected. */
export function onlyReads(text: string): boolean {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = BEGINS.test(text) && !DOES_MORE.test(text);
  if (text.length <= LONGEST) known.set(text, made);
  return made;
}
