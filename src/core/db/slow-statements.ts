import type { Log } from '../logging/log.ts';

/** Maximum length of a statement in a log line. */
const LONGEST = 500;

/** Runs a statement and records its duration; `name` is the name of the prepared statement. */
export type Timed = <T>(text: string, run: () => Promise<T>, name?: string) => Promise<T>;

/** Logs statements that take at least `slowMs` milliseconds, without their values; 0 = none. Includes the wait for a connection. */
export function noticingSlow(log: Log | undefined, slowMs: number): Timed {
  if (slowMs === 0 || !log) return (_text, run) => run();
  return async (text, run) => {
    const begun = performance.now();
    try {
      return await run();
    } finally {
      const ms = Math.round(performance.now() - begun);
      if (ms >= slowMs) log.warn({ ms, statement: text.replace(/\s+/g, ' ').slice(0, LONGEST) }, 'a slow statement');
    }
  };
}
