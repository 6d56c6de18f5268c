import { type Proof, requireProof, requireProofSparingly } from '#app/domains/two-factor/proof.ts';
import { wrongLoginNonce } from '#app/domains/two-factor/failures.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';
import { perRequest } from '../per-request.ts';

const checks = perRequest(() => new Map<string, Promise<void>>());

/** A check changes what is stored when it fails: it is made once per request, also when the response's `Allow` asks again. */
function once(context: Context, key: string, check: () => Promise<void>): Promise<void> {
  const known = checks(context);
  let made = known.get(key);
  if (!made) known.set(key, (made = check()));
  return made;
}

type Given = Partial<Proof>;

/** A request without a proof is one that never got so far as to be checked. */
const isWhole = ({ userId, loginNonce }: Given): boolean => userId !== undefined && loginNonce !== undefined;

/** For anyone who proves the first half of a sign-in. */
export const provenSignIn = guard<Given>(async (args, context) => {
  if (!isWhole(args)) throw wrongLoginNonce(context.viewer);
  await once(context, JSON.stringify(args), () => requireProof(context.site, context.viewer, context.client.ip, args as Proof));
});

/** The same for an act by which codes can be guessed: few failed proofs from one address. */
export const provenSignInSparingly = (act: string) =>
  guard<Given>(async (args, context) => {
    if (!isWhole(args)) throw wrongLoginNonce(context.viewer);
    await once(context, `${act} ${JSON.stringify(args)}`, () => requireProofSparingly(context.site, context.client.ip, act, args as Proof));
  });
