import fc from 'fast-check';
import type { HostileRequest } from './requests.ts';

/** How long a text is shown. */
const SHOWN = 600;
const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} … (${text.length})` : text);

interface Trial {
  seed: number;
  /** How many requests are tried. */
  runs: number;
  /** What the service has logged as a fault so far: the last of it is shown with a failure. */
  logged: readonly string[];
}

/** Tries requests one after the other; the first one that `judge` does not accept is the failure, and shown whole. */
export async function tryRequests(
  requests: fc.Arbitrary<HostileRequest>,
  { seed, runs, logged }: Trial,
  judge: (asked: HostileRequest) => Promise<void>,
): Promise<void> {
  function show({ counterexample, errorInstance }: fc.RunDetails<[HostileRequest]>): never {
    const [asked] = counterexample as [HostileRequest];
    const body = cut(asked.body?.toString('latin1') ?? '');
    throw new Error(`${asked.method} ${cut(asked.path)}\n${JSON.stringify(asked.headers)}\n${body}\n${cut(logged.at(-1) ?? '')}`, {
      cause: errorInstance,
    });
  }
  // what a failing request looks like is told by the seed; a shorter one would be looked for on a site that it has changed
  await fc.assert(fc.asyncProperty(requests, judge), {
    seed,
    numRuns: runs,
    endOnFailure: true,
    reporter: (run) => void (run.failed && show(run)),
  });
}
