import { Failure, type FailureData } from '../../core/failures/failure.ts';
import type { BareForm, PublishedFailure, PublishedFailures } from '../routes/route.ts';

type Entry = PublishedFailures[string] | undefined;

/** True if the response to a failure is a bare body with its message. */
export const isBareForm = (entry: Entry): entry is number | BareForm =>
  typeof entry === 'number' || (typeof entry === 'object' && 'as' in entry);

const withCode = (entry: Entry): string | PublishedFailure | undefined => (isBareForm(entry) ? undefined : entry);

/**
 * Returns the published form of a failure. Looks its code up in the failures of the route and its namespace, then in those of all namespaces
 * (`general`). If `general` has the code, the route's failures may also replace the resulting code, so that routes can redefine general refusals.
 */
export function publishFailure(failure: Failure, route: { failures: PublishedFailures } | undefined, general: PublishedFailures): Failure {
  const own = route?.failures ?? {};
  const ofRoute = withCode(own[failure.code]);
  const first = ofRoute ?? withCode(general[failure.code]);
  let published = first === undefined ? failure : applyPublished(failure, first);
  const second = ofRoute === undefined ? withCode(own[published.code]) : undefined;
  if (second !== undefined) published = applyPublished(published, second);
  return asBare(withPublishedDetails(published, { ...general, ...own }), own[failure.code]);
}

function applyPublished(failure: Failure, entry: string | PublishedFailure): Failure {
  if (typeof entry === 'string') return new Failure(entry, failure.status, failure.message, failure.data);
  const { code = failure.code, status = failure.status, message = failure.message, data } = entry;
  return new Failure(typeof code === 'string' ? code : String(status), status, message ?? '', {
    ...(data === null ? { noData: true } : failure.data),
    ...(data === 'own' && { withoutStatus: true }),
    ...(message === null && { noMessage: true }),
    ...(typeof code !== 'string' && { numericCode: true }),
  });
}

const getCode = (entry: string | PublishedFailure | undefined): string | undefined =>
  typeof entry === 'object' ? (typeof entry.code === 'string' ? entry.code : undefined) : entry;

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Publishes the codes of failures within a failure: `details` by argument, and `additional_errors`. */
function withPublishedDetails(failure: Failure, failures: PublishedFailures): Failure {
  const { details, additional_errors: additional } = failure.data;
  const publishCode = (inner: unknown): unknown => {
    const code = isMap(inner) && typeof inner['code'] === 'string' ? getCode(withCode(failures[inner['code']])) : undefined;
    return code === undefined ? inner : { ...(inner as FailureData), code };
  };
  const changed: FailureData = {
    ...(isMap(details) && { details: Object.fromEntries(Object.entries(details).map(([name, inner]) => [name, publishCode(inner)])) }),
    ...(Array.isArray(additional) && { additional_errors: additional.map(publishCode) }),
  };
  return Object.keys(changed).length === 0
    ? failure
    : new Failure(failure.code, failure.status, failure.message, { ...failure.data, ...changed });
}

/** Converts a failure to a bare body with its message, for codes that the route lists. */
function asBare(failure: Failure, entry: Entry): Failure {
  if (!isBareForm(entry)) return failure;
  const {
    status,
    as,
    extra = {},
    dataMembers = {},
    inList = false,
  }: BareForm = typeof entry === 'number' ? { status: entry, as: 'error' } : entry;
  const { retryAfter } = failure.data;
  const copied = Object.entries(dataMembers).map(([member, name]) => [member, failure.data[name]] as const);
  const bareBody = { [as]: inList ? [failure.message] : failure.message, ...extra, ...Object.fromEntries(copied) };
  return new Failure(failure.code, status, failure.message, { bareBody, ...(retryAfter !== undefined && { retryAfter }) });
}
