import {
  type Authentication,
  type Connection,
  disconnect,
  readAuthentication,
  readConnection,
} from '#app/domains/analytics/connection/connection.service.ts';
import { connectSite } from '#app/domains/analytics/connection/credentials.ts';
import { renewSetupTag, resetConnector, resetPersistentData } from '#app/domains/analytics/connection/reset.service.ts';
import { importToken } from '#app/domains/analytics/connection/token-import.service.ts';
import { getUsableToken } from '#app/domains/analytics/connection/token-refresh.ts';
import { loadState } from '#app/domains/analytics/state.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../users/user.ts';
import { authorizeAnalytics } from './permit.ts';
import { flatInPayloads, payload } from '../public/payload.ts';

const AnalyticsConnection = builder.objectRef<Connection>('AnalyticsConnectionState').implement({
  ...flatInPayloads,
  description: "State of the site's connection to its analytics provider.",
  fields: (t) => ({
    connected: t.exposeBoolean('connected', { description: 'Whether the site has credentials for the provider.' }),
    resettable: t.exposeBoolean('resettable', {
      description: 'Whether the credentials are stored here and can be reset. False if the operator sets them.',
    }),
    setupCompleted: t.exposeBoolean('setupCompleted', {
      description: 'Whether the site has credentials and a property for search statistics.',
    }),
    hasConnectedAdmins: t.exposeBoolean('hasConnectedAdmins', { description: 'Whether an administrator has connected their account.' }),
    hasMultipleAdmins: t.exposeBoolean('hasMultipleAdmins', { description: 'Whether the site has several administrators.' }),
    owner: t.prismaField({
      type: User,
      nullable: true,
      description: 'The user who connected the site; null if no user has connected it.',
      resolve: (query, { ownerId }, _args, { load }) => load.selectedUser(ownerId || null, query),
    }),
    ownerId: t.int({
      nullable: true,
      description: 'ID of the user who connected the site; null if no user has connected it.',
      resolve: ({ ownerId }) => (ownerId === 0 ? null : ownerId),
    }),
  }),
});

const DisconnectedReason = builder.enumType('AnalyticsDisconnectedReason', {
  description: 'Reason why an account was disconnected.',
  values: { CONNECTED_URL_MISMATCH: { value: 'connected_url_mismatch', description: 'The URL of the site has changed.' } },
});

/** GraphQL type of the state of the connection between the user's account and the provider. */
export const AnalyticsAuthentication = builder.objectRef<Authentication>('AnalyticsAuthentication').implement({
  ...flatInPayloads,
  description: 'State of your connection to the provider. Scopes are listed by their full names.',
  fields: (t) => ({
    authenticated: t.exposeBoolean('authenticated', { description: 'Whether you have granted access.' }),
    requiredScopes: t.exposeStringList('requiredScopes', { description: 'Scopes that the connection and the active modules require.' }),
    grantedScopes: t.exposeStringList('grantedScopes', { description: 'Scopes that you have granted.' }),
    unsatisfiedScopes: t.exposeStringList('unsatisfiedScopes', {
      description: 'Scopes that are required and not granted; empty while you have not granted any access.',
    }),
    needsReauthentication: t.exposeBoolean('needsReauthentication', {
      description: 'Whether a required scope is missing, so that you have to grant access again.',
    }),
    disconnectedReason: t.field({
      type: DisconnectedReason,
      nullable: true,
      description: 'Reason why you were disconnected; null if you were not.',
      resolve: ({ disconnectedReason }) => (disconnectedReason === 'connected_url_mismatch' ? disconnectedReason : null),
    }),
    connectedUrl: t.exposeString('connectedUrl', {
      nullable: true,
      description: 'URL that the site had when a user last connected; null if no user has connected.',
    }),
  }),
});

/** Returns the current state of the user's connection, read again from the database. */
export const loadAuthentication = async ({ site, viewer }: Context) => await readAuthentication(site, viewer.id, await loadState(site));

builder.queryFields((t) => ({
  analyticsConnection: t.field({
    type: AnalyticsConnection,
    description: 'State of the site’s connection to the provider; for administrators.',
    ...authorizeAnalytics('setUp', ({ state }, _args: object, { site }) => readConnection(site, state)),
  }),
  analyticsAuthentication: t.field({
    type: AnalyticsAuthentication,
    description: 'State of your connection to the provider.',
    ...authorizeAnalytics('seeAnything', ({ state }, _args: object, { site, viewer }) => readAuthentication(site, viewer.id, state)),
  }),
}));

const CredentialsMode = builder.enumType('AnalyticsCredentialsMode', {
  description: 'Type of the OAuth client that the site uses at the provider.',
  values: {
    MANAGED: { value: 'managed', description: 'An OAuth client that the broker registered for this site.' },
    CUSTOM: { value: 'custom', description: 'Your own OAuth client.' },
  } as const,
});

interface CredentialsArgs {
  clientId: string;
  clientSecret: string;
  mode?: 'managed' | 'custom' | null | undefined;
}

interface TokenArgs {
  accessToken: string;
  refreshToken?: string | null | undefined;
  expiresIn?: number | null | undefined;
  scopes: readonly string[];
  verified?: boolean | null | undefined;
}

const HOUR_SECONDS = 3600;

builder.mutationFields((t) => ({
  connectAnalyticsSite: t.field({
    type: AnalyticsConnection,
    description: 'Sets the credentials of the site for the provider; for administrators.',
    args: {
      clientId: t.arg.string({ required: true, description: 'ID of the OAuth client at the provider.' }),
      clientSecret: t.arg.string({ required: true, description: 'Secret of the client. It is stored encrypted and never returned.' }),
      mode: t.arg({
        type: CredentialsMode,
        defaultValue: 'managed',
        description: 'Type of the OAuth client to which the credentials belong.',
      }),
    },
    ...authorizeAnalytics('setUp', async (_actor, { clientId, clientSecret, mode }: CredentialsArgs, { site }) => {
      await connectSite(site, { clientId, clientSecret }, mode ?? 'managed');
      return await readConnection(site, await loadState(site));
    }),
  }),
  importAnalyticsToken: t.field({
    type: AnalyticsAuthentication,
    description: 'Connects your account with an existing token; for administrators.',
    args: {
      accessToken: t.arg.string({ required: true, description: 'Access token. Tokens are stored encrypted.' }),
      refreshToken: t.arg.string({ description: 'Refresh token, with which the site obtains new access tokens.' }),
      expiresIn: t.arg.int({ defaultValue: HOUR_SECONDS, description: 'Seconds until the access token expires.' }),
      scopes: t.arg.stringList({ required: true, description: 'Full names of the granted scopes.' }),
      verified: t.arg.boolean({ description: 'Whether you have verified your ownership of the site; unchanged if absent.' }),
    },
    ...authorizeAnalytics('authenticate', async (_actor, { expiresIn, verified, ...token }: TokenArgs, context) => {
      await importToken(context.site, context.viewer, { ...token, expiresIn: expiresIn ?? HOUR_SECONDS, verified: verified ?? undefined });
      return await loadAuthentication(context);
    }),
  }),
  disconnectAnalyticsAccount: t.field({
    type: AnalyticsAuthentication,
    description: 'Revokes your access and deletes your settings of analytics screens, but not your dismissals. For administrators.',
    ...authorizeAnalytics('authenticate', async (_actor, _args: object, context) => {
      await disconnect(context.site, context.viewer.id);
      return await loadAuthentication(context);
    }),
  }),
  analyticsAccessToken: t.string({
    ...payload('accessToken', 'Access token for the provider; null if you are not connected.'),
    nullable: true,
    description:
      'Returns your access token for the provider, and renews it if necessary. The token is valid for at least five minutes. Null if you are not connected.',
    ...authorizeAnalytics('viewAuthenticatedDashboard', async (_actor, _args: object, { site, viewer }) => {
      const token = await getUsableToken(site, viewer.id);
      return token && token.accessToken !== '' ? token.accessToken : null;
    }),
  }),
  renewAnalyticsSetupTag: t.string({
    ...payload('token', 'The new token.'),
    description:
      'Creates a new token, which pages of the site contain for five minutes so that the provider can verify the site; for administrators.',
    ...authorizeAnalytics('setUp', (_actor, _args: object, { site }) => renewSetupTag(site)),
  }),
  resetAnalytics: t.field({
    type: AnalyticsConnection,
    description:
      'Deletes the credentials of the site and the analytics settings of all users. Keeps dismissals of users unless the environment variable `ANALYTICS_HARD_RESET` is set. For administrators.',
    ...authorizeAnalytics('setUp', async (_actor, _args: object, { site }) => {
      await resetConnector(site);
      return await readConnection(site, await loadState(site));
    }),
  }),
  resetAnalyticsDismissals: t.boolean({
    ...payload('isReset', 'True once the dismissals and reports are deleted.'),
    description: 'Deletes the dismissals of all users and the created reports; for administrators. Returns true.',
    ...authorizeAnalytics('setUp', async (_actor, _args: object, { site }) => {
      await resetPersistentData(site);
      return true;
    }),
  }),
}));
