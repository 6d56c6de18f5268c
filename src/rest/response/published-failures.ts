import { Failure, type FailureData } from '../../core/failures/failure.ts';
import type { BareForm, PublishedFailure, PublishedFailures } from '../routes/route.ts';

/** The route of a request, if known, which takes part in the published form of a failure. */
export type PublishingRoute = { failures: PublishedFailures } | undefined;

type Said = PublishedFailures[string] | undefined;

/** True if the response to a failure is a bare body with its message. */
export const isBare = (said: Said): said is number | BareForm => typeof said === 'number' || (typeof said === 'object' && 'as' in said);

const coded = (said: Said): string | PublishedFailure | undefined => (isBare(said) ? undefined : said);

/**
 * Returns the published form of a failure. Looks its code up in the map of the route and its namespace, then in that of all namespaces. If the latter
 * applies, the route's map may replace its result, so that routes can also redefine general refusals.
 */
export function publish(failure: Failure, row: PublishingRoute, general: PublishedFailures): Failure {
  const own = row?.failures ?? {};
  const saidByRow = coded(own[failure.code]);
  const known = saidByRow ?? coded(general[failure.code]);
  let published = known === undefined ? failure : applyPublished(failure, known);
  const last = saidByRow === undefined ? coded(own[published.code]) : undefined;
  if (last !== undefined) published = applyPublished(published, last);
  return asBare(withPublishedDetails(published, { ...general, ...own }), own[failure.code]);
}

function applyPublished(failure: Failure, said: string | PublishedFailure): Failure {
  if (typeof said === 'string') return new Failure(said, failure.status, failure.message, failure.data);
  const { code = failure.code, status = failure.status, message = failure.message, data } = said;
  return new Failure(typeof code === 'string' ? code : String(status), status, message ?? '', {
    ...(data === null ? { noData: true } : failure.data),
    ...(data === 'own' && { withoutStatus: true }),
    ...(message === null && { noMessage: true }),
    ...(typeof code !== 'string' && { numericCode: true }),
  });
}

const codeOf = (said: string | PublishedFailure | undefined): string | undefined =>
  typeof said === 'object' ? (typeof said.code === 'string' ? said.code : undefined) : said;

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Publishes the codes of failures within a failure: `details` by argument, and `additional_errors`. */
function withPublishedDetails(failure: Failure, said: PublishedFailures): Failure {
  const { details, additional_errors: more } = failure.data;
  const one = (inner: unknown): unknown => {
    const published = isMap(inner) && typeof inner['code'] === 'string' ? codeOf(coded(said[inner['code']])) : undefined;
    return published === undefined ? inner : { ...(inner as FailureData), code: published };
  };
  const changed: FailureData = {
    ...(isMap(details) && { details: Object.fromEntries(Object.entries(details).map(([name, inner]) => [name, one(inner)])) }),
    ...(Array.isArray(more) && { additional_errors: more.map(one) }),
  };
  return Object.keys(changed).length === 0
    ? failure
    : new Failure(failure.code, failure.status, failure.message, { ...failure.data, ...changed });
}

/** Converts a failure to a bare body with its message, for codes that the route lists. */
function asBare(failure: Failure, bare: Said): Failure {
  if (!isBare(bare)) return failure;
  const {
    status,
    as,
    extra = {},
    dataMembers = {},
    inList = false,
  }: BareForm = typeof bare === 'number' ? { status: bare, as: 'error' } : bare;
  const { retryAfter } = failure.data;
  const facts = Object.entries(dataMembers).map(([member, fact]) => [member, failure.data[fact]] as const);
  const bareBody = { [as]: inList ? [failure.message] : failure.message, ...extra, ...Object.fromEntries(facts) };
  return new Failure(failure.code, status, failure.message, { bareBody, ...(retryAfter !== undefined && { retryAfter }) });
}
