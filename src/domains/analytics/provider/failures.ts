import { Failure } from '#app/core/failures/failure.ts';
import { isRecord, textAt } from '../json.ts';

/** The provider refused: its own status, first message and first reason (analytics.md 6.6). */
function providerRefused(status: number, message: string, reason: string): Failure {
  return new Failure('provider_refused', status, message, { reason });
}

/** The provider could not be reached, took too long, or returned something that cannot be read. */
export function providerUnreachable(): Failure {
  return new Failure('provider_unreachable', 500, 'The provider could not be reached or sent no readable response.', { reason: '' });
}

/** The broker requires a setup step first, which it names; `reconnectURL` is the page where people take it (analytics.md 6.6). */
export function setupWanted(body: unknown, reconnectURL: string): Failure | null {
  const name = textAt(body, 'error');
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return null;
  const message = textAt(body, 'error_description') || textAt(body, 'message') || 'Reconnect your account.';
  return new Failure(name, 401, message, { reason: '', reconnectURL });
}

/** A request to the broker needs the credentials of the site. */
export function credentialsMissing(): Failure {
  return new Failure('oauth_credentials_not_exist', 401, 'The site has no credentials for the broker.');
}

/** What the body of a refusal says: Google style `{ error: { message, errors: [{ message, reason }], details: [{ reason }] } }`, or OAuth's. */
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
