import { Failure } from '#app/core/failures/failure.ts';
import { isRecord, textAt } from '../json.ts';

/** Failure with the status, first message and first reason of the provider's response (analytics.md 6.6). */
function providerRefused(status: number, message: string, reason: string): Failure {
  return new Failure('provider_refused', status, message, { reason });
}

/** Failure for a provider that cannot be reached, times out or sends an unreadable response. */
export function providerUnreachable(): Failure {
  return new Failure('provider_unreachable', 500, 'The provider could not be reached or sent no readable response.', { reason: '' });
}

/** Failure for a setup step that the broker requires first. `reconnectURL` is the page for that step (analytics.md 6.6). */
export function setupWanted(body: unknown, reconnectURL: string): Failure | null {
  const name = textAt(body, 'error');
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return null;
  const message = textAt(body, 'error_description') || textAt(body, 'message') || 'Reconnect your account.';
  return new Failure(name, 401, message, { reason: '', reconnectURL });
}

/** Failure for a request to the broker without credentials of the site. */
export function credentialsMissing(): Failure {
  return new Failure('oauth_credentials_not_exist', 401, 'The site has no credentials for the broker.');
}

/** Returns the failure in an error response, in Google's format `{ error: { message, errors: [{ message, reason }], details: [{ reason }] } }` or OAuth's. */
export function refusalIn(status: number, body: unknown): Failure | null {
  const error = isRecord(body) ? body['error'] : undefined;
  if (typeof error === 'string' && isRecord(body)) {
    const message = textAt(body, 'error_description') || textAt(body, 'message') || error;
    return providerRefused(status, message, error);
  }
  if (!isRecord(error)) return null;
  const [first] = [error['errors'], error['details']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])).filter(isRecord);
  const message = (first && textAt(first, 'message')) || textAt(error, 'message') || 'The provider refused the request.';
  return providerRefused(status, message, (first && textAt(first, 'reason')) ?? '');
}
