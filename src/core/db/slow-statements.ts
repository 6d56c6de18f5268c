import type { Log } from '../logging/log.ts';

/** Longest text of a statement in a line of the log. */
const LONGEST = 500;

/** Runs a statement and tells of it; `name` is that under which connections keep it prepared. */
export type Timed = <T>(text: string, run: () => Promise<T>, name?: string) => Promise<T>;

/** Logs statements that take this many milliseconds and more, without their values; 0 = none. The time is that of the caller: waiting for a connection counts. */
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
