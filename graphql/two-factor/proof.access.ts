import { type Proof, requireProof, requireProofSparingly } from '#app/domains/two-factor/proof.ts';
import { wrongLoginNonce } from '#app/domains/two-factor/failures.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';
import { perRequest } from '../per-request.ts';

const checks = perRequest(() => new Map<string, Promise<void>>());

/** Runs a check once per request. A failed check is stored as an attempt, and computing `Allow` must not repeat it. */
function once(context: Context, key: string, check: () => Promise<void>): Promise<void> {
  const known = checks(context);
  let made = known.get(key);
  if (!made) known.set(key, (made = check()));
  return made;
}

type Given = Partial<Proof>;

/** True if the request contains a complete proof; others are not checked. */
const isWhole = ({ userId, loginNonce }: Given): boolean => userId !== undefined && loginNonce !== undefined;

/** Permission of users who prove the password step of a sign-in. */
export const provenSignIn = guard<Given>(async (args, context) => {
  if (!isWhole(args)) throw wrongLoginNonce(context.viewer);
  await once(context, JSON.stringify(args), () => requireProof(context.site, context.viewer, context.client.ip, args as Proof));
});

/** Same as `provenSignIn`, for mutations that could be used to guess codes: limits the failed proofs of an address. */
export const provenSignInSparingly = (act: string) =>
  guard<Given>(async (args, context) => {
    if (!isWhole(args)) throw wrongLoginNonce(context.viewer);
    await once(context, `${act} ${JSON.stringify(args)}`, () => requireProofSparingly(context.site, context.client.ip, act, args as Proof));
  });
