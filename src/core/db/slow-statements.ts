import type { Log } from '../logging/log.ts';

/** Maximum length of a statement in a log line. */
const MAX_LENGTH = 500;

/** Runs a statement and measures its duration. `name` is the name of the prepared statement. */
export type StatementTimer = <T>(text: string, run: () => Promise<T>, name?: string) => Promise<T>;

/**
 * Returns a function that logs statements that take at least `slowMs` milliseconds, without their values. The duration includes the wait for a
 * connection. 0 logs none.
 */
export function logSlowStatements(log: Log | undefined, slowMs: number): StatementTimer {
  if (slowMs === 0 || !log) return (_text, run) => run();
  return async (text, run) => {
    const start = performance.now();
    try {
      return await run();
    } finally {
      const ms = Math.round(performance.now() - start);
      if (ms >= slowMs) log.warn({ ms, statement: text.replace(/\s+/g, ' ').slice(0, MAX_LENGTH) }, 'a slow statement');
    }
  };
}
