import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { toIndexPattern } from './paths.ts';
import { mayRun } from './checks.ts';
import type { Call } from './request.ts';
import type { Requirement } from '../routes/requirement.ts';

/** True if the nonce belongs to this caller and action. */
export type VerifyNonce = (context: Context, action: string, nonce: string) => boolean;

/** Throws the route's refusal if a requirement is not met. If the caller has no permission anyway, the permission check refuses the call instead. */
export async function checkRequirement(call: Call, verifyNonce: VerifyNonce): Promise<void> {
  const { plan, values, context } = call;
  const { requires } = plan.options;
  if (!requires || isMet(requires, call, verifyNonce)) return;
  if (await mayRun(plan, values, context)) throw new Failure(requires.code, requires.status, requires.message);
}

/** True if the parameter is true or the nonce is valid. A nonce is only needed with a session cookie, because browsers send cookies automatically. */
function isMet(requires: Requirement, { plan, values, context, request }: Call, verifyNonce: VerifyNonce): boolean {
  if (requires.nonceHeader === undefined) return values[requires.parameter] === true;
  const nonce = request.headers[requires.nonceHeader];
  return (
    context.viewer.signedInWith !== 'session' ||
    (typeof nonce === 'string' && verifyNonce(context, toIndexPattern(plan.path, plan.segments), nonce))
  );
}
