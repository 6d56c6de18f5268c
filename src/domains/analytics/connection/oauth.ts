import * as oauth from 'oauth4webapi';
import type { Site } from '#app/site.ts';
import { sendToProvider } from '../provider/client.ts';
import { providerUnreachable } from '../provider/failures.ts';
import type { Credentials } from './credentials.ts';

/** What the provider hands out. */
export interface IssuedToken {
  accessToken: string;
  refreshToken: string | undefined;
  /** Seconds; undefined where the provider does not say. */
  expiresIn: number | undefined;
  /** Full names; undefined where the provider does not say. */
  scopes: string[] | undefined;
}

/** Why no token came: the grant is no longer good, the response held none, or there was no response. */
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

/** The addresses of the provider as the library wants them. */
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

/** The library's requests go the way of all others. Who the user is tells the people API: the id token would need keys to be fetched and is left out. */
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
      // an address without TLS is one that the operator configured
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

/** What one authorization is known by: `state` travels with the address, the verifier stays here until the code comes back (RFC 7636). */
export interface Grant {
  state: string;
  codeVerifier: string;
}

/** A new authorization. */
export function newGrant(): Grant {
  return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
}

/** The page of the provider where access is granted, with what is asked for. Throws `provider_unreachable` where none is configured. */
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
    // a token to renew access with is handed out only so, and only with the consent
    access_type: 'offline',
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** The token for a code that came back. Throws TokenError. */
export async function tokenForCode(
  site: Site,
  credentials: Credentials,
  { code, codeVerifier, redirectUri }: Pick<Grant, 'codeVerifier'> & { code: string; redirectUri: string },
): Promise<IssuedToken> {
  try {
    const { server, client, auth, options } = providerOf(site, credentials);
    // state and user were compared already; other parameters of the address say nothing
    const returned = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
    const response = await oauth.authorizationCodeGrantRequest(server, client, auth, returned, redirectUri, codeVerifier, options);
    return issued(await oauth.processAuthorizationCodeResponse(server, client, response));
  } catch (error) {
    throw tokenError(error);
  }
}

/** A new access token for a refresh token. Throws TokenError. */
export async function refreshAtProvider(site: Site, credentials: Credentials, refreshToken: string): Promise<IssuedToken> {
  try {
    const { server, client, auth, options } = providerOf(site, credentials);
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    return issued(await oauth.processRefreshTokenResponse(server, client, response));
  } catch (error) {
    throw tokenError(error);
  }
}

/** Tells the provider that a token is not used any more. Throws when it does not hear. */
export async function revokeAtProvider(site: Site, credentials: Credentials, token: string): Promise<void> {
  const { server, client, auth, options } = providerOf(site, credentials);
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, options));
}
