import * as oauth from 'oauth4webapi';
import type { Site } from '#app/site.ts';
import { sendToProvider } from '../provider/client.ts';
import { providerUnreachable } from '../provider/failures.ts';
import type { Credentials } from './credentials.ts';

/** A token response of the provider. */
export interface TokenResponse {
  accessToken: string;
  refreshToken: string | undefined;
  /** Lifetime in seconds. Undefined if the response does not contain it. */
  expiresIn: number | undefined;
  /** Full names of the granted scopes. Undefined if the response does not contain them. */
  scopes: string[] | undefined;
}

/** Reason for a missing token: the grant has expired or was revoked, the response contains no token, or the provider did not respond. */
export type TokenFault = 'invalid_grant' | 'no_token' | 'unreachable';

export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly fault: TokenFault;

  constructor(fault: TokenFault, cause?: unknown) {
    super(`The provider returned no token: ${fault}`, { cause });
    this.fault = fault;
  }
}

interface Provider {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  auth: oauth.ClientAuth;
  options: oauth.TokenEndpointRequestOptions & oauth.RevocationRequestOptions;
}

/** Returns the provider's metadata in the form that `oauth4webapi` expects. */
function getServer(site: Site): oauth.AuthorizationServer {
  const { addresses, authorizationUrl } = site.config.analytics;
  const base = addresses.oauth;
  if (base === undefined) throw providerUnreachable();
  return {
    issuer: base,
    token_endpoint: `${base}/token`,
    revocation_endpoint: `${base}/revoke`,
    ...(authorizationUrl !== undefined && { authorization_endpoint: authorizationUrl }),
  };
}

/**
 * Sends the requests of `oauth4webapi` with `sendToProvider`. Removes the ID token from responses, because verifying it would require the provider's
 * keys. The people API returns the same user data.
 */
async function sendRequest(site: Site, url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>): Promise<Response> {
  const { status, headers, content } = await sendToProvider(site, 'oauth', new URL(url), {
    method: 'POST',
    headers: init.headers,
    body: init.body.toString(),
  });
  const type = headers['content-type'];
  return new Response(removeIdToken(content), { status, headers: type === undefined ? {} : { 'content-type': type } });
}

function removeIdToken(content: Buffer): string {
  const text = content.toString('utf8');
  try {
    const { id_token: _idToken, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

function createProvider(site: Site, { clientId, clientSecret }: Credentials): Provider {
  return {
    server: getServer(site),
    client: { client_id: clientId },
    auth: oauth.ClientSecretPost(clientSecret),
    options: {
      // allows URLs without TLS, because only the operator can configure them
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) => sendRequest(site, url, init),
    },
  };
}

function toTokenResponse(response: oauth.TokenEndpointResponse): TokenResponse {
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    expiresIn: response.expires_in,
    scopes: response.scope?.split(/\s+/).filter(Boolean),
  };
}

function toTokenError(error: unknown): TokenError {
  if (error instanceof oauth.ResponseBodyError)
    return new TokenError(error.error === 'invalid_grant' ? 'invalid_grant' : 'no_token', error);
  if (error instanceof oauth.OperationProcessingError) return new TokenError('no_token', error);
  return new TokenError('unreachable', error);
}

/** Secrets of one authorization. URLs contain `state`. `codeVerifier` stays on this server until the provider sends the code (RFC 7636). */
export interface Grant {
  state: string;
  codeVerifier: string;
}

/** Creates random secrets for an authorization. */
export function createGrant(): Grant {
  return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
}

/** Returns the URL of the provider's authorization page for the given scopes. Throws `provider_unreachable` if no provider is configured. */
export async function buildAuthorizationUrl(
  site: Site,
  { clientId, redirectUri, scopes, state, codeVerifier }: Grant & { clientId: string; redirectUri: string; scopes: readonly string[] },
): Promise<string> {
  const authorizationPage = getServer(site).authorization_endpoint;
  if (authorizationPage === undefined) throw providerUnreachable();
  const url = new URL(authorizationPage);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // the provider issues a refresh token only with both parameters
    access_type: 'offline',
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges a code for a token. Throws TokenError. */
export async function exchangeCodeForToken(
  site: Site,
  credentials: Credentials,
  { code, codeVerifier, redirectUri }: Pick<Grant, 'codeVerifier'> & { code: string; redirectUri: string },
): Promise<TokenResponse> {
  try {
    const { server, client, auth, options } = createProvider(site, credentials);
    // the caller has already verified the state and the user, so only the code is needed
    const callback = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
    const response = await oauth.authorizationCodeGrantRequest(server, client, auth, callback, redirectUri, codeVerifier, options);
    return toTokenResponse(await oauth.processAuthorizationCodeResponse(server, client, response));
  } catch (error) {
    throw toTokenError(error);
  }
}

/** Exchanges a refresh token for a new access token. Throws TokenError. */
export async function refreshAtProvider(site: Site, credentials: Credentials, refreshToken: string): Promise<TokenResponse> {
  try {
    const { server, client, auth, options } = createProvider(site, credentials);
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    return toTokenResponse(await oauth.processRefreshTokenResponse(server, client, response));
  } catch (error) {
    throw toTokenError(error);
  }
}

/** Revokes a token at the provider. Throws if the provider does not confirm it. */
export async function revokeAtProvider(site: Site, credentials: Credentials, token: string): Promise<void> {
  const { server, client, auth, options } = createProvider(site, credentials);
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, options));
}
