import { Failure } from '#app/core/failures/failure.ts';
import { isRecord, getString } from '../json.ts';

/** Failure with the status, first message and first reason of the provider's response (docs/behaviour/analytics.md 6.6). */
function providerRefused(status: number, message: string, reason: string): Failure {
  return new Failure('provider_refused', status, message, { reason });
}

/** Failure for a provider that cannot be reached, does not respond in time, or sends a response that cannot be parsed. */
export function providerUnreachable(): Failure {
  return new Failure('provider_unreachable', 500, 'The provider could not be reached, or its response is invalid.', { reason: '' });
}

/**
 * Returns the failure for a setup step that the broker requires first (docs/behaviour/analytics.md 6.6), or null. `reconnectURL` is the page for this
 * step.
 */
export function findSetupFailure(body: unknown, reconnectURL: string): Failure | null {
  const name = getString(body, 'error');
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return null;
  const message = getString(body, 'error_description') || getString(body, 'message') || 'Reconnect your account.';
  return new Failure(name, 401, message, { reason: '', reconnectURL });
}

/** Failure for a request to the broker without credentials of the site. */
export function missingCredentials(): Failure {
  return new Failure('oauth_credentials_not_exist', 401, 'The site has no credentials for the broker. Connect the site first.');
}

/**
 * Returns the failure in an error response, or null. Reads Google's format
 * `{ error: { message, errors: [{ message, reason }], details: [{ reason }] } }` and the OAuth format `{ error, error_description }`.
 */
export function findRefusal(status: number, body: unknown): Failure | null {
  const error = isRecord(body) ? body['error'] : undefined;
  if (typeof error === 'string' && isRecord(body)) {
    const message = getString(body, 'error_description') || getString(body, 'message') || error;
    return providerRefused(status, message, error);
  }
  if (!isRecord(error)) return null;
  const [first] = [error['errors'], error['details']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])).filter(isRecord);
  const message = (first && getString(first, 'message')) || getString(error, 'message') || 'The provider refused the request.';
  return providerRefused(status, message, (first && getString(first, 'reason')) ?? '');
}
