import { openWholeSite, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';

/** Path prefixes of the namespace, abbreviated as in docs/behaviour/analytics.md. */
export const S = '/site-analytics/v1/core/site/data';
export const U = '/site-analytics/v1/core/user/data';
export const M = '/site-analytics/v1/core/modules/data';
export const D = (slug: string) => `/site-analytics/v1/modules/${slug}/data`;

export interface AnalyticsSite extends WholeSite {
  /** Sends a GET request as a user. */
  get(path: string, as?: TestUserName, query?: Record<string, string | number>): Promise<RestResponse>;
  /** Sends a POST request with `data` as a user. */
  post(path: string, data?: unknown, as?: TestUserName): Promise<RestResponse>;
  /** Makes the site and the user CONNECTED (docs/behaviour/analytics.md 2.4). */
  connect(
    as?: TestUserName,
    token?: { accessToken?: string; refreshToken?: string | null; expiresIn?: number; scopes?: string[] },
  ): Promise<void>;
  /** Restores the state of a fresh installation, but keeps the users. */
  reset(): Promise<void>;
}

/** Opens the whole site with shortcuts for the requests of these tests. */
export async function openAnalyticsSite(environment: Record<string, string> = {}): Promise<AnalyticsSite> {
  const site = await openWholeSite(environment);
  const post: AnalyticsSite['post'] = (path, data, as = 'administrator') =>
    site.rest('POST', path, { as, body: data === undefined ? {} : { data } });
  const get: AnalyticsSite['get'] = (path, as = 'administrator', query = {}) => site.rest('GET', path, { as, query });
  return {
    ...site,
    get,
    post,
    async connect(as = 'administrator', token = {}) {
      await site.graphql('mutation { connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-1") { connected } }', {}, as);
      await post(`${D('search-console')}/settings`, { propertyID: `${site.site.config.siteUrl}/` }, as);
      const scopes = token.scopes ?? ((await get(`${U}/authentication`, as)).body.requiredScopes as string[]);
      const { errors } = await site.graphql(
        `mutation($accessToken: String!, $refreshToken: String, $expiresIn: Int, $scopes: [String!]!) {
          importAnalyticsToken(accessToken: $accessToken, refreshToken: $refreshToken, expiresIn: $expiresIn, scopes: $scopes, verified: true) { authenticated }
        }`,
        { accessToken: 'tok-1', refreshToken: 'ref-1', expiresIn: 3600, ...token, scopes },
        as,
      );
      if (errors[0]) throw new Error(errors[0].message);
    },
    async reset() {
      await post(`${S}/reset`);
      await post(`${S}/reset-persistent`);
    },
  };
}
