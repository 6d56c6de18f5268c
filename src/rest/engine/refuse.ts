import type { Failure } from '../../core/failures/failure.ts';
import { noteFailure } from '../../core/logging/request-facts.ts';
import type { Log } from '../../core/logging/log.ts';
import { errorBody, failureFor } from '../answers/failures.ts';
import { publish } from '../answers/published-failures.ts';
import { ArgumentFailure } from '../parameters/argument-failure.ts';
import type { PublishedFailures } from '../rows/row.ts';
import { parameterOf, type Plan } from './plan.ts';
import type { RestResponse } from './request.ts';

/** A failure as it is published, and the response that tells it. */
export interface Refused {
  failure: Failure;
  answer: RestResponse;
}

/** Returns the refusal that an error becomes: of any request, or of one that found its route. */
export type Refuse = (error: unknown, log: Log, plan?: Plan) => Refused;

/** Publishes errors under the names that the map gives the failures of all namespaces. */
export function refusing(failures: PublishedFailures = {}): Refuse {
  return (error, log, plan) => {
    const failure = publish(failureFor(error, log), plan, failures);
    noteFailure(failure.code);
    // refused parameters have their own names already
    const parameters = error instanceof ArgumentFailure ? undefined : parameterOf(plan);
    return { failure, answer: { status: failure.status, text: JSON.stringify(errorBody(failure, parameters)), headers: new Map() } };
  };
}
