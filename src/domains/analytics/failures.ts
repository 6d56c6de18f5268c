import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';

/** Refusals of the connector. Where old clients know another code or status, the rows of their namespace say so. */

export const moduleUnknown = () => notFound('invalid_module_slug', 'There is no such module.');

/** A parameter that has to be there is not, or is empty. */
export const missingParameter = (name: string, said = `Request parameter is empty: ${name}.`) => invalid('missing_required_param', said);

/** A parameter has a value that cannot be used. */
export const badParameter = (message: string) => invalid('analytics_invalid_parameter', message);

/** A setting that a request stands on was never made. */
export const settingMissing = (name: string) => new Failure('missing_required_setting', 500, `No "${name}" was set.`);

export const moduleNotConnected = () => new Failure('module_not_connected', 500, 'The module is not connected.');

/** The access that was granted does not reach as far as the request. */
export const scopesMissing = (scopes: readonly string[]) =>
  new Failure('missing_required_scopes', 403, 'More access has to be granted for this request.', { scopes });
