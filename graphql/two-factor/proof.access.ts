import { type Proof, requireProof, requireProofWithLimit } from '#app/domains/two-factor/proof.ts';
import { wrongLoginNonce } from '#app/domains/two-factor/failures.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';
import { cachePerRequest } from '../per-request.ts';

const checks = cachePerRequest(() => new Map<string, Promise<void>>());

/** Runs a check once per request, because a failed check counts as an attempt. Computing the header `Allow` must not count another one. */
function runOnce(context: Context, key: string, check: () => Promise<void>): Promise<void> {
  const runs = checks(context);
  let run = runs.get(key);
  if (!run) runs.set(key, (run = check()));
  return run;
}

type ProofArguments = Partial<Proof>;

/** True if the arguments contain a complete proof. Incomplete proofs are refused without a check. */
const isComplete = ({ userId, loginNonce }: ProofArguments): boolean => userId !== undefined && loginNonce !== undefined;

/** Guards fields for users who prove the password step of a sign-in. */
export const passwordStepUsers = guard<ProofArguments>(async (args, context) => {
  if (!isComplete(args)) throw wrongLoginNonce(context.viewer);
  await runOnce(context, JSON.stringify(args), () => requireProof(context.site, context.viewer, context.client.ip, args as Proof));
});

/** Same as `passwordStepUsers`, for mutations that could be used to guess codes: limits the failed proofs from an IP address. */
export const passwordStepUsersWithLimit = (action: string) =>
  guard<ProofArguments>(async (args, context) => {
    if (!isComplete(args)) throw wrongLoginNonce(context.viewer);
    await runOnce(context, `${action} ${JSON.stringify(args)}`, () =>
      requireProofWithLimit(context.site, context.client.ip, action, args as Proof),
    );
  });
