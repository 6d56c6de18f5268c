import { LRUCache } from 'lru-cache';
import { getRequestFacts } from '../../logging/request-facts.ts';
import { unauditedTables } from './unaudited.ts';

/** SQL that passes the facts of a request to the triggers of the audit log, until the transaction ends. */
export const SET_FACTS = `SELECT set_config('marquee.facts', $1, true)`;

/** Name under which each connection prepares `SET_FACTS`. */
export const SET_FACTS_NAME = 'set_facts';

/** Returns the facts about the current request for the audit log as JSON, or null outside a request. */
export function getAuditFacts(): string | null {
  const facts = getRequestFacts();
  if (!facts) return null;
  const actor = /^user (\d+)$/.exec(facts.caller)?.[1];
  return JSON.stringify({
    request: facts.id,
    face: facts.entryPoint ?? '',
    operation: (facts.operations.join() || facts.route).slice(0, 200),
    credential: facts.credential ?? '',
    ...(actor !== undefined && { actor: Number(actor) }),
  });
}

const WRITTEN_TABLE = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/gi;
const cache = new LRUCache<string, boolean>({ max: 4000 });
const MAX_CACHED_LENGTH = 20_000;

function writesAuditedTable(text: string): boolean {
  for (const [, name = ''] of text.matchAll(WRITTEN_TABLE)) {
    const table = name.toLowerCase();
    // `FOR UPDATE OF t` and `ON CONFLICT … DO UPDATE SET` do not name a table
    if (table !== 'set' && table !== 'of' && table !== 'skip' && table !== 'nowait' && !Object.hasOwn(unauditedTables, table)) return true;
  }
  return false;
}

/** True if a statement may write to an audited table. Results are cached. */
export function mayBeAudited(text: string): boolean {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const isAudited = writesAuditedTable(text);
  if (text.length <= MAX_CACHED_LENGTH) cache.set(text, isAudited);
  return isAudited;
}
