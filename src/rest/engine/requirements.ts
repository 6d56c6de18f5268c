import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { indexPattern } from './paths.ts';
import { mayRun } from './checks.ts';
import type { Call } from './request.ts';
import type { Refusal } from '../routes/requirement.ts';

/** True if the nonce belongs to this caller and action. */
export type VerifyNonce = (context: Context, action: string, nonce: string) => boolean;

/** Throws the route's refusal if a requirement is not met. If the caller has no permission anyway, the permission check refuses the call instead. */
export async function refuseUnmet(call: Call, verifyNonce: VerifyNonce): Promise<void> {
  const { plan, values, context } = call;
  const unmet = [unmetParameter(call), unmetNonce(call, verifyNonce)].find((requirement) => requirement !== undefined);
  if (unmet && (await mayRun(plan, values, context))) throw new Failure(unmet.code, unmet.status, unmet.message);
}

function unmetParameter({ plan, values }: Call): Refusal | undefined {
  const requirement = plan.options.requires;
  return requirement && values[requirement.parameter] !== true ? requirement : undefined;
}

/** Checks the nonce for cookies only, which browsers send automatically. Clients that send a password act on purpose. */
function unmetNonce({ plan, context, request }: Call, verifyNonce: VerifyNonce): Refusal | undefined {
  const nonce = plan.options.actionNonce;
  if (!nonce || context.viewer.by !== 'session') return undefined;
  const given = request.headers[nonce.header];
  const isGood = typeof given === 'string' && verifyNonce(context, indexPattern(plan.path, plan.segments), given);
  return isGood ? undefined : nonce;
}
