import fc from 'fast-check';
import type { HostileRequest } from './requests.ts';

/** Maximum length of a printed text. */
const SHOWN = 600;
const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} … (${text.length})` : text);

interface Trial {
  seed: number;
  /** Number of requests to try. */
  runs: number;
  /** Server errors in the log so far. A failure prints the last one. */
  logged: readonly string[];
}

/** Sends requests one after the other. Fails at the first one that `check` rejects and prints that request. */
export async function tryRequests(
  requests: fc.Arbitrary<HostileRequest>,
  { seed, runs, logged }: Trial,
  check: (asked: HostileRequest) => Promise<void>,
): Promise<void> {
  function show({ counterexample, errorInstance }: fc.RunDetails<[HostileRequest]>): never {
    const [asked] = counterexample as [HostileRequest];
    const body = cut(asked.body?.toString('latin1') ?? '');
    throw new Error(`${asked.method} ${cut(asked.path)}\n${JSON.stringify(asked.headers)}\n${body}\n${cut(logged.at(-1) ?? '')}`, {
      cause: errorInstance,
    });
  }
  // no shrinking: it would run on a site that the failing request has changed; the seed reproduces the failure
  await fc.assert(fc.asyncProperty(requests, check), {
    seed,
    numRuns: runs,
    endOnFailure: true,
    reporter: (run) => void (run.failed && show(run)),
  });
}
