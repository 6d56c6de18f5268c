import type { Failure } from '../../core/failures/failure.ts';
import { recordFailure } from '../../core/logging/request-facts.ts';
import type { Log } from '../../core/logging/log.ts';
import { createErrorBody, toFailure } from '../response/failures.ts';
import { publishFailure } from '../response/published-failures.ts';
import { ArgumentFailure } from '../parameters/argument-failure.ts';
import type { PublishedFailures } from '../routes/route.ts';
import { getParameterByArgument, type Plan } from './plan.ts';
import type { RestResponse } from './request.ts';

/** A published failure with its response. */
export interface RefusalResponse {
  failure: Failure;
  response: RestResponse;
}

/** Converts an error to a refusal. `plan` is the route of the request, if it was found. */
export type PublishError = (error: unknown, log: Log, plan?: Plan) => RefusalResponse;

/** Creates the function that publishes errors. `failures` are the published failures that apply to all namespaces. */
export function createErrorPublisher(failures: PublishedFailures = {}): PublishError {
  return (error, log, plan) => {
    const failure = publishFailure(toFailure(error, log), plan, failures);
    recordFailure(failure.code);
    // argument failures already name parameters
    const parameters = error instanceof ArgumentFailure ? undefined : getParameterByArgument(plan);
    return {
      failure,
      response: { status: failure.status, text: JSON.stringify(createErrorBody(failure, parameters)), headers: new Map() },
    };
  };
}
