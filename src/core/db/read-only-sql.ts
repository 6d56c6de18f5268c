import { LRUCache } from 'lru-cache';

const READ_START = /^\s*(?:\(\s*)*(?:select|with|values)\b/i;
/** SQL keywords that write, lock or notify. A statement that reads a column with such a name unnecessarily runs on the primary. */
const WRITES_OR_LOCKS =
  /\b(?:insert|update|delete|merge|truncate|call|lock|nextval|setval|pg_notify|pg_(?:try_)?advisory\w*|set_config|txid_current|pg_current_xact_id|for\s+(?:no\s+key\s+)?(?:key\s+)?share)\b/i;

const cache = new LRUCache<string, boolean>({ max: 4000 });
const MAX_CACHED_LENGTH = 20_000;

/** True if a statement only reads: it writes no rows and neither takes nor awaits locks. Does not inspect functions that the statement calls. */
export function isReadOnlySql(text: string): boolean {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const readsOnly = READ_START.test(text) && !WRITES_OR_LOCKS.test(text);
  if (text.length <= MAX_CACHED_LENGTH) cache.set(text, readsOnly);
  return readsOnly;
}
