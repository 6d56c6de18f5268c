import * as oauth from 'oauth4webapi';
import type { Site } from '#app/site.ts';
import { sendToProvider } from '../provider/client.ts';
import { providerUnreachable } from '../provider/failures.ts';
import type { Credentials } from './credentials.ts';

/** A token response of the provider. */
export interface IssuedToken {
  accessToken: string;
  refreshToken: string | undefined;
  /** Seconds. Undefined if the response has no lifetime. */
  expiresIn: number | undefined;
  /** Full names. Undefined if the response has no scopes. */
  scopes: string[] | undefined;
}

/** Reason for a missing token: the grant has expired or was revoked, the response has no token, or there is no response. */
export type TokenFault = 'invalid_grant' | 'no_token' | 'unreachable';

export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly fault: TokenFault;

  constructor(fault: TokenFault, cause?: unknown) {
    super(`No token came: ${fault}`, { cause });
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
function serverOf(site: Site): oauth.AuthorizationServer {
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
 * Sends the library's requests with `sendToProvider`. Removes the ID token from responses, because verifying it would require fetching keys. The
 * people API returns the same user data.
 */
async function send(site: Site, url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>): Promise<Response> {
  const { status, headers, content } = await sendToProvider(site, 'oauth', new URL(url), {
    method: 'POST',
    headers: init.headers,
    body: init.body.toString(),
  });
  const type = headers['content-type'];
  return new Response(withoutIdToken(content), { status, headers: type === undefined ? {} : { 'content-type': type } });
}

function withoutIdToken(content: Buffer): string {
  const text = content.toString('utf8');
  try {
    const { id_token: _idToken, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

function providerOf(site: Site, { clientId, clientSecret }: Credentials): Provider {
  return {
    server: serverOf(site),
    client: { client_id: clientId },
    auth: oauth.ClientSecretPost(clientSecret),
    options: {
      // only the operator can configure an address without TLS
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) => send(site, url, init),
    },
  };
}

function issued(response: oauth.TokenEndpointResponse): IssuedToken {
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    expiresIn: response.expires_in,
    scopes: response.scope?.split(/\s+/).filter(Boolean),
  };
}

function tokenError(error: unknown): TokenError {
  if (error instanceof oauth.ResponseBodyError)
    return new TokenError(error.error === 'invalid_grant' ? 'invalid_grant' : 'no_token', error);
  if (error instanceof oauth.OperationProcessingError) return new TokenError('no_token', error);
  return new TokenError('unreachable', error);
}

/** Secrets of one authorization. `state` is part of the address, and the verifier stays on this server until the code arrives (RFC 7636). */
export interface Grant {
  state: string;
  codeVerifier: string;
}

/** Creates random secrets for an authorization. */
export function newGrant(): Grant {
  return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
}

/** Returns the provider's authorization page for the given scopes. Throws `provider_unreachable` if no provider is configured. */
export async function authorizationAddress(
  site: Site,
  { clientId, redirectUri, scopes, state, codeVerifier }: Grant & { clientId: string; redirectUri: string; scopes: readonly string[] },
): Promise<string> {
  const page = serverOf(site).authorization_endpoint;
  if (page === undefined) throw providerUnreachable();
  const url = new URL(page);
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // both parameters are necessary for a refresh token
    access_type: 'offline',
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges a code for a token. Throws TokenError. */
export async function tokenForCode(
  site: Site,
  credentials: Credentials,
  { code, codeVerifier, redirectUri }: Pick<Grant, 'codeVerifier'> & { code: string; redirectUri: string },
): Promise<IssuedToken> {
  try {
    const { server, client, auth, options } = providerOf(site, credentials);
    // the caller has already verified the state and the user, and no other parameter is used
    const returned = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
    const response = await oauth.authorizationCodeGrantRequest(server, client, auth, returned, redirectUri, codeVerifier, options);
    return issued(await oauth.processAuthorizationCodeResponse(server, client, response));
  } catch (error) {
    throw tokenError(error);
  }
}

/** Exchanges a refresh token for a new access token. Throws TokenError. */
export async function refreshAtProvider(site: Site, credentials: Credentials, refreshToken: string): Promise<IssuedToken> {
  try {
    const { server, client, auth, options } = providerOf(site, credentials);
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    return issued(await oauth.processRefreshTokenResponse(server, client, response));
  } catch (error) {
    throw tokenError(error);
  }
}

/** Revokes a token at the provider. Throws if the provider does not confirm it. */
export async function revokeAtProvider(site: Site, credentials: Credentials, token: string): Promise<void> {
  const { server, client, auth, options } = providerOf(site, credentials);
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, options));
}
