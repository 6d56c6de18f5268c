import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';

// Failures of the connector. The REST API publishes other codes and statuses for some of them: see `rest-map/`.

export const moduleNotFound = () => notFound('invalid_module_slug', 'There is no such module.');

/** Failure for a missing or empty parameter. */
export const missingParameter = (name: string, message = `Request parameter is empty: ${name}.`) =>
  invalid('missing_required_param', message);

/** Failure for an invalid parameter. */
export const invalidParameter = (message: string) => invalid('analytics_invalid_parameter', message);

/** Failure for a request that needs a setting without a value. */
export const missingSetting = (name: string) => new Failure('missing_required_setting', 500, `No "${name}" was set.`);

export const moduleNotConnected = () => new Failure('module_not_connected', 500, 'The module is not connected.');

/** Failure for a request that needs scopes that the user has not granted. */
export const missingScopes = (scopes: readonly string[]) =>
  new Failure('missing_required_scopes', 403, 'This request needs more access. Grant the missing scopes.', { scopes });
