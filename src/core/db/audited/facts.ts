import { LRUCache } from 'lru-cache';
import { requestFacts } from '../../logging/request-facts.ts';
import { unaudited } from './unaudited.ts';

/** Hands the facts of a request to the triggers of the audit log, until the transaction ends. */
export const SAY_FACTS = `SELECT set_config('marquee.facts', $1, true)`;

/** The name under which connections keep that statement. */
export const SAYING = 'say_facts';

/** What the audit log says about the current writer, as JSON; null where nobody asked for it. */
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
    // `FOR UPDATE OF t`, `ON CONFLICT … DO UPDATE SET` name none
    if (table !== 'set' && table !== 'of' && table !== 'skip' && table !== 'nowait' && !Object.hasOwn(unaudited, table)) return true;
  }
  return false;
}

/** Whether a statement may write to a table that is audited; it is looked at once. */
export function mayBeAudited(text: string): boolean {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = reads(text);
  if (text.length <= LONGEST) known.set(text, made);
  return made;
}
