import type { Attributes } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import { named } from '../tracing/attributes.ts';
import { type Span, traced, tracing } from '../tracing/tracing.ts';
import { sqlState } from './errors.ts';
import type { Timed } from './slow-statements.ts';
import { declaredName } from './statement.ts';

/** Maximum length of a statement in a span. */
const LONGEST = 1000;
/** Maximum length of a statement that is analyzed. */
const LONGEST_READ = 20_000;
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/i;
const CALLED = /^select\s+(\w+)/i;

/** Removes everything in parentheses from a text. */
function withoutBrackets(text: string): string {
  let left = text;
  for (let shorter = text.replace(/\([^()]*\)/g, ' '); shorter !== left; shorter = left.replace(/\([^()]*\)/g, ' ')) left = shorter;
  return left;
}

/** Returns the operation and object of an undeclared statement: `UPDATE event`, `SELECT pg_notify`. */
function summaryOf(text: string): string {
  const [main = text] = /\b(?:select|insert|update|delete|merge|values)\b[^]*/i.exec(withoutBrackets(text.slice(0, LONGEST_READ))) ?? [];
  const [, name = ''] = TABLE.exec(main) ?? CALLED.exec(main) ?? [];
  const [verb = ''] = /^\w+/.exec(main) ?? [];
  return `${verb.toUpperCase()} ${name}`.trim();
}

const known = new LRUCache<string, { summary: string; attributes: Attributes }>({ max: 2000 });

/** Returns the summary and attributes of a statement for its span. Results are cached. */
function described(text: string, name: string | undefined): { summary: string; attributes: Attributes } {
  const found = known.get(text);
  if (found) return found;
  const summary = declaredName(text) ?? name?.replace(/_[0-9a-f]{16}$/, '') ?? summaryOf(text);
  const attributes = {
    [named.database]: 'postgresql',
    [named.statementName]: summary,
    [named.statement]: text.replace(/\s+/g, ' ').slice(0, LONGEST),
  };
  const made = { summary, attributes };
  if (text.length <= LONGEST_READ) known.set(text, made);
  return made;
}

/** Wraps every statement of a trace in a span with its name and its text, in which values are placeholders. The duration includes the wait for a connection. */
export function tracingStatements(timed: Timed): Timed {
  return (text, run, name) => {
    if (tracing() === null) return timed(text, run);
    const { summary, attributes } = described(text, name);
    const asked = async (span?: Span) => {
      try {
        return await timed(text, run);
      } catch (error) {
        const state = sqlState(error);
        if (state !== undefined) span?.setAttribute(named.databaseReply, state);
        throw error;
      }
    };
    return traced(summary, asked, { kind: 'client', attributes });
  };
}
