import type { Attributes } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import { spanAttributes } from '../tracing/attributes.ts';
import { type Span, runTraced, getTracing } from '../tracing/tracing.ts';
import { getSqlState } from './errors.ts';
import type { StatementTimer } from './slow-statements.ts';
import { findDeclaredName } from './statement.ts';

/** Maximum length of a statement in a span. */
const MAX_LENGTH = 1000;
/** Maximum length of a statement that is analyzed and cached. */
const MAX_ANALYZED_LENGTH = 20_000;
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/i;
const CALLED = /^select\s+(\w+)/i;

/** Removes everything in parentheses from SQL. */
function removeParentheses(text: string): string {
  let current = text;
  for (let shorter = text.replace(/\([^()]*\)/g, ' '); shorter !== current; shorter = current.replace(/\([^()]*\)/g, ' '))
    current = shorter;
  return current;
}

/** Returns the operation and the object of an undeclared statement, such as `UPDATE event` or `SELECT pg_notify`. */
function summarize(text: string): string {
  const [main = text] =
    /\b(?:select|insert|update|delete|merge|values)\b[^]*/i.exec(removeParentheses(text.slice(0, MAX_ANALYZED_LENGTH))) ?? [];
  const [, name = ''] = TABLE.exec(main) ?? CALLED.exec(main) ?? [];
  const [verb = ''] = /^\w+/.exec(main) ?? [];
  return `${verb.toUpperCase()} ${name}`.trim();
}

const cache = new LRUCache<string, { summary: string; attributes: Attributes }>({ max: 2000 });

/** Returns the summary and attributes of a statement for its span. Results are cached. */
function describeStatement(text: string, name: string | undefined): { summary: string; attributes: Attributes } {
  const cached = cache.get(text);
  if (cached) return cached;
  const summary = findDeclaredName(text) ?? name?.replace(/_[0-9a-f]{16}$/, '') ?? summarize(text);
  const attributes = {
    [spanAttributes.database]: 'postgresql',
    [spanAttributes.statementName]: summary,
    [spanAttributes.statement]: text.replace(/\s+/g, ' ').slice(0, MAX_LENGTH),
  };
  const description = { summary, attributes };
  if (text.length <= MAX_ANALYZED_LENGTH) cache.set(text, description);
  return description;
}

/**
 * Wraps every statement of a trace in a span with the name and the SQL of the statement. Values do not appear, because the SQL contains placeholders.
 * The duration includes the wait for a connection.
 */
export function traceStatements(timeStatement: StatementTimer): StatementTimer {
  return (text, run, name) => {
    if (getTracing() === null) return timeStatement(text, run);
    const { summary, attributes } = describeStatement(text, name);
    const runAndRecord = async (span?: Span) => {
      try {
        return await timeStatement(text, run);
      } catch (error) {
        const state = getSqlState(error);
        if (state !== undefined) span?.setAttribute(spanAttributes.databaseReply, state);
        throw error;
      }
    };
    return runTraced(summary, runAndRecord, { kind: 'client', attributes });
  };
}
