import { Failure, type FailureData } from '../../core/failures/failure.ts';
import type { Log } from '../../core/logging/log.ts';
import { findFailure, toUnexpectedFailure } from '../../core/db/unexpected-failure.ts';
import { ArgumentFailure } from '../parameters/argument-failure.ts';
import { isMap } from '../parameters/types.ts';

/** An error body (docs/behaviour/core-rest.md 2). */
export interface ErrorBody {
  code: string | number;
  message: string | null;
  data: Record<string, unknown> | null;
  [member: string]: unknown;
}

/** Returns the failure behind an error of an execution, or null for an internal error. */
function findRestFailure(error: unknown): Failure | null {
  if (error instanceof ArgumentFailure) {
    const { status: _status, ...data } = error.data as unknown as { status?: number } & FailureData;
    return new Failure(error.code, error.status, error.message, data);
  }
  return findFailure(error);
}

/** Converts any error to a failure. Internal errors are logged completely and published without their message. */
export function toFailure(error: unknown, log: Log): Failure {
  return findRestFailure(error) ?? toUnexpectedFailure(error, log, 'a REST request failed');
}

/** Converts the error of a request whose body is too large or unreadable. */
export function toTransportFailure(error: unknown, log: Log): Failure {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return new Failure('rest_request_too_large', 413, 'The request body is too large.');
  return status >= 400 && status < 500 ? new Failure('rest_invalid_request', status, (error as Error).message) : toFailure(error, log);
}

/** Names in the data of a failure that do not become members of `data` in the body. */
const hiddenMembers = new Set([
  'additional_errors',
  'additional_data',
  'retryAfter',
  'bareBody',
  'numericCode',
  'noMessage',
  'withoutStatus',
]);

function createErrorData(failure: Failure): Record<string, unknown> | null {
  if (failure.data['noData'] === true) return null;
  const data: Record<string, unknown> = failure.data['withoutStatus'] === true ? {} : { status: failure.status };
  for (const [key, value] of Object.entries(failure.data)) if (!hiddenMembers.has(key)) data[key] = value;
  const { details } = data;
  if (typeof details === 'object' && details !== null && Object.keys(details).length === 0) data['details'] = [];
  return data;
}

/** Returns the error body of a failure. `parameterByArgument` replaces the names of refused arguments with the route's parameters. */
export function createErrorBody(failure: Failure, parameterByArgument?: ReadonlyMap<string, string>): ErrorBody | Record<string, unknown> {
  const bare = failure.data['bareBody'];
  if (typeof bare === 'object' && bare !== null) return bare as Record<string, unknown>;
  const code = failure.data['numericCode'] === true ? Number(failure.code) : failure.code;
  const message = failure.data['noMessage'] === true ? null : failure.message;
  const body: ErrorBody = { code, message, data: createErrorData(failure) };
  if (failure.code === 'rest_invalid_param' && parameterByArgument && body.data) renameParameters(body, body.data, parameterByArgument);
  for (const key of ['additional_errors', 'additional_data']) if (key in failure.data) body[key] = failure.data[key];
  return body;
}

/** Returns the parameter that fills the argument at a path, or an object that contains it. */
function findParameter(path: string, parameterByArgument: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const parameter = parameterByArgument.get(path.slice(0, end));
    if (parameter !== undefined) return parameter;
  }
  return undefined;
}

function renameParameters(body: ErrorBody, data: Record<string, unknown>, parameterByArgument: ReadonlyMap<string, string>): void {
  const rename = (map: unknown) =>
    isMap(map)
      ? Object.fromEntries(
          Object.entries(map).map(([path, reason]) => {
            const parameter = findParameter(path, parameterByArgument);
            return parameter === undefined ? [path, reason] : [parameter, renameIn(reason, path, parameter)];
          }),
        )
      : map;
  data['params'] = rename(data['params']);
  data['details'] = rename(data['details']);
  if (typeof data['params'] === 'object' && data['params'] !== null)
    body.message = `Invalid parameter(s): ${Object.keys(data['params']).join(', ')}`;
}

/** Replaces the name of an argument with the name of its parameter, in a message or an object with a message. */
function renameIn(reason: unknown, path: string, parameter: string): unknown {
  if (isMap(reason)) return { ...reason, message: renameIn(reason['message'], path, parameter) };
  const argument = path.slice(path.lastIndexOf('.') + 1);
  return typeof reason === 'string' && reason.startsWith(`${argument} `) ? parameter + reason.slice(argument.length) : reason;
}
