import fc from 'fast-check';
import type { HostileRequest } from './requests.ts';

/** Maximum length of a printed text. */
const MAX_PRINTED = 600;
const truncate = (text: string) => (text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)} … (${text.length})` : text);

interface Options {
  seed: number;
  /** Number of requests to send. */
  runs: number;
  /** Server errors in the log so far. A failure prints the last one. */
  logged: readonly string[];
}

/** Generates requests and passes them to `check`, one after the other. Fails at the first request that `check` rejects, and prints it. */
export async function tryRequests(
  requests: fc.Arbitrary<HostileRequest>,
  { seed, runs, logged }: Options,
  check: (request: HostileRequest) => Promise<void>,
): Promise<void> {
  function throwDetails({ counterexample, errorInstance }: fc.RunDetails<[HostileRequest]>): never {
    const [request] = counterexample as [HostileRequest];
    const body = truncate(request.body?.toString('latin1') ?? '');
    throw new Error(
      `${request.method} ${truncate(request.path)}\n${JSON.stringify(request.headers)}\n${body}\n${truncate(logged.at(-1) ?? '')}`,
      { cause: errorInstance },
    );
  }
  // no shrinking: it would run on a site that the failing request has changed; the seed reproduces the failure
  await fc.assert(fc.asyncProperty(requests, check), {
    seed,
    numRuns: runs,
    endOnFailure: true,
    reporter: (run) => void (run.failed && throwDetails(run)),
  });
}
