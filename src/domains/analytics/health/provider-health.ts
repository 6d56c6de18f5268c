import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { usableToken } from '../connection/token-refresh.ts';
import { isRecord, recordsAt, textAt } from '../json.ts';
import { exchange } from '../provider/client.ts';

/** Result of a connection test. `errorMsg` is the reason for a failure. */
export interface HealthCheck {
  pass: boolean;
  errorMsg: string;
}

const passed: HealthCheck = { pass: true, errorMsg: '' };
const failed = (errorMsg: string): HealthCheck => ({ pass: false, errorMsg });
const messageOf = (error: unknown): string => {
  if (error instanceof Failure) return error.message;
  throw error;
};

/** Tests the provider. A list of sites and a well-formed error both pass, because the test does not check permissions. */
async function checkProvider(site: Site, userId: number): Promise<HealthCheck> {
  try {
    const token = await usableToken(site, userId);
    const response = await exchange(site, {
      family: 'search',
      method: 'GET',
      path: 'webmasters/v3/sites',
      ...(token && { token: token.accessToken }),
    });
    const body: unknown = response.content.length === 0 ? null : JSON.parse(response.text());
    const error = isRecord(body) ? body['error'] : undefined;
    if (response.status < 400 || recordsAt(error, 'errors').length > 0) return passed;
    return failed(textAt(error, 'message') || `The provider answered with status ${response.status}.`);
  } catch (error) {
    return failed(error instanceof SyntaxError ? 'The provider sent no readable response.' : messageOf(error));
  }
}

async function checkBroker(site: Site): Promise<HealthCheck> {
  try {
    const { status } = await exchange(site, { family: 'broker', method: 'HEAD', path: '' });
    return status < 400 ? passed : failed('connection_fail');
  } catch (error) {
    return failed(messageOf(error));
  }
}

/** Tests whether the provider and the broker can be reached (analytics.md 5.9). */
export async function checkHealth(site: Site, userId: number): Promise<{ provider: HealthCheck; broker: HealthCheck }> {
  const [provider, broker] = await Promise.all([checkProvider(site, userId), checkBroker(site)]);
  return { provider, broker };
}
