import { LRUCache } from 'lru-cache';
import { requestFacts } from '../../logging/request-facts.ts';
import { unaudited } from './unaudited.ts';

/** Sets the facts of a request for the triggers of the audit log, until the transaction ends. */
export const SAY_FACTS = `SELECT set_config('marquee.facts', $1, true)`;

/** Name of the prepared statement on each connection. */
export const SAYING = 'say_facts';

/** Returns the entry of the audit log about the current writer, as JSON; null outside a request. */
export function auditFacts(): string | null {
  const facts = requestFacts();
  if (!facts) return null;
  const actor = /^user (\d+)$/.exec(facts.caller)?.[1];
  return JSON.stringify({
    request: facts.id,
    face: facts.face ?? '',
    operation: (facts.operations.join() || facts.route).slice(0, 200),
    credential: facts.credential ?? '',
    ...(actor !== undefined && { actor: Number(actor) }),
  });
}

const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/gi;
const known = new LRUCache<string, boolean>({ max: 4000 });
const LONGEST = 20_000;

function reads(text: string): boolean {
  for (const [, name = ''] of text.matchAll(WRITES)) {
    const table = name.toLowerCase();
    // `FOR UPDATE OF t` and `ON CONFLICT … DO UPDATE SET` do not name a table
    if (table !== 'set' && table !== 'of' && table !== 'skip' && table !== 'nowait' && !Object.hasOwn(unaudited, table)) return true;
  }
  return false;
}

/** True if a statement may write to an audited table. Results are cached. */
export function mayBeAudited(text: string): boolean {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = reads(text);
  if (text.length <= LONGEST) known.set(text, made);
  return made;
}
