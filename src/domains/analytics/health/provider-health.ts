import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getUsableToken } from '../connection/token-refresh.ts';
import { isRecord, getRecords, getString } from '../json.ts';
import { sendRequest } from '../provider/client.ts';

/** Result of a connection test. `errorMsg` is the reason for a failure. */
export interface HealthCheck {
  pass: boolean;
  errorMsg: string;
}

const PASSED: HealthCheck = { pass: true, errorMsg: '' };
const createFailedCheck = (errorMsg: string): HealthCheck => ({ pass: false, errorMsg });
const getMessage = (error: unknown): string => {
  if (error instanceof Failure) return error.message;
  throw error;
};

/** Tests whether the provider responds. A well-formed error also passes, because the test does not check permissions. */
async function checkProvider(site: Site, userId: number): Promise<HealthCheck> {
  try {
    const token = await getUsableToken(site, userId);
    const response = await sendRequest(site, {
      family: 'search',
      method: 'GET',
      path: 'webmasters/v3/sites',
      ...(token && { token: token.accessToken }),
    });
    const body: unknown = response.content.length === 0 ? null : JSON.parse(response.text());
    const error = isRecord(body) ? body['error'] : undefined;
    if (response.status < 400 || getRecords(error, 'errors').length > 0) return PASSED;
    return createFailedCheck(getString(error, 'message') || `The provider responded with status ${response.status}.`);
  } catch (error) {
    return createFailedCheck(error instanceof SyntaxError ? 'The response of the provider is not valid JSON.' : getMessage(error));
  }
}

async function checkBroker(site: Site): Promise<HealthCheck> {
  try {
    const { status } = await sendRequest(site, { family: 'broker', method: 'HEAD', path: '' });
    return status < 400 ? PASSED : createFailedCheck('connection_fail');
  } catch (error) {
    return createFailedCheck(getMessage(error));
  }
}

/** Tests whether the provider and the broker can be reached (docs/behaviour/analytics.md 5.9). */
export async function checkHealth(site: Site, userId: number): Promise<{ provider: HealthCheck; broker: HealthCheck }> {
  const [provider, broker] = await Promise.all([checkProvider(site, userId), checkBroker(site)]);
  return { provider, broker };
}
