import {
  type Authentication,
  type Connection,
  disconnect,
  viewAuthentication,
  viewConnection,
} from '#app/domains/analytics/connection/connection.service.ts';
import { connectSite } from '#app/domains/analytics/connection/credentials.ts';
import { renewSetupTag, resetConnector, resetPersistent } from '#app/domains/analytics/connection/reset.service.ts';
import { importToken } from '#app/domains/analytics/connection/token-import.service.ts';
import { usableToken } from '#app/domains/analytics/connection/token-refresh.ts';
import { loadState } from '#app/domains/analytics/state.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../users/user.ts';
import { permitted } from './permit.ts';
import { flatInPayloads, payload } from '../public/payload.ts';

const AnalyticsConnection = builder.objectRef<Connection>('AnalyticsConnectionState').implement({
  ...flatInPayloads,
  description: 'How far the site is connected to its analytics provider.',
  fields: (t) => ({
    connected: t.exposeBoolean('connected', { description: 'The site has credentials for the provider.' }),
    resettable: t.exposeBoolean('resettable', { description: 'They are stored here, not set by the operator.' }),
    setupCompleted: t.exposeBoolean('setupCompleted', { description: 'And the property for searches is chosen.' }),
    hasConnectedAdmins: t.exposeBoolean('hasConnectedAdmins', { description: 'An administrator has connected their account.' }),
    hasMultipleAdmins: t.exposeBoolean('hasMultipleAdmins', { description: 'There is more than one administrator.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Who connected the site.',
      resolve: ({ ownerId }, _args, { load }) => (ownerId === 0 ? null : load.user.load(ownerId)),
    }),
    ownerId: t.int({
      nullable: true,
      description: 'Number of the user who connected the site.',
      resolve: ({ ownerId }) => (ownerId === 0 ? null : ownerId),
    }),
  }),
});

const DisconnectedReason = builder.enumType('AnalyticsDisconnectedReason', {
  description: 'Why an account was disconnected.',
  values: { CONNECTED_URL_MISMATCH: { value: 'connected_url_mismatch', description: 'The site has another address now.' } },
});

/** How far the caller's account at the provider is connected. */
export const AnalyticsAuthentication = builder.objectRef<Authentication>('AnalyticsAuthentication').implement({
  ...flatInPayloads,
  description: 'How far your account at the provider is connected. Scopes are full names.',
  fields: (t) => ({
    authenticated: t.exposeBoolean('authenticated', { description: 'You have granted access.' }),
    requiredScopes: t.exposeStringList('requiredScopes', { description: 'What the connection and the active modules need.' }),
    grantedScopes: t.exposeStringList('grantedScopes', { description: 'What you have granted.' }),
    unsatisfiedScopes: t.exposeStringList('unsatisfiedScopes', {
      description: 'What is needed and not granted; nothing while you have granted no access at all.',
    }),
    needsReauthentication: t.exposeBoolean('needsReauthentication', { description: 'Something is needed that you have not granted.' }),
    disconnectedReason: t.field({
      type: DisconnectedReason,
      nullable: true,
      description: 'Why you were disconnected.',
      resolve: ({ disconnectedReason }) => (disconnectedReason === 'connected_url_mismatch' ? disconnectedReason : null),
    }),
    connectedUrl: t.exposeString('connectedUrl', {
      nullable: true,
      description: 'Address of the site when someone last connected; null = never.',
    }),
  }),
});

/** The same after something was changed. */
export const authenticationNow = async ({ site, viewer }: Context) => await viewAuthentication(site, viewer.id, await loadState(site));

builder.queryFields((t) => ({
  analyticsConnection: t.field({
    type: AnalyticsConnection,
    description: 'How far the site is connected; for administrators.',
    ...permitted('setUp', ({ state }, _args: object, { site }) => viewConnection(site, state)),
  }),
  analyticsAuthentication: t.field({
    type: AnalyticsAuthentication,
    description: 'How far your account is connected.',
    ...permitted('seeAnything', ({ state }, _args: object, { site, viewer }) => viewAuthentication(site, viewer.id, state)),
  }),
}));

const CredentialsMode = builder.enumType('AnalyticsCredentialsMode', {
  description: 'Whose client the site uses at the provider.',
  values: {
    MANAGED: { value: 'managed', description: 'One that a broker registered.' },
    CUSTOM: { value: 'custom', description: 'One of your own.' },
  } as const,
});

interface CredentialsGiven {
  clientId: string;
  clientSecret: string;
  mode?: 'managed' | 'custom' | null | undefined;
}

interface TokenGiven {
  accessToken: string;
  refreshToken?: string | null | undefined;
  expiresIn?: number | null | undefined;
  scopes: readonly string[];
  verified?: boolean | null | undefined;
}

const AN_HOUR = 3600;

builder.mutationFields((t) => ({
  connectAnalyticsSite: t.field({
    type: AnalyticsConnection,
    description: 'Gives the site its credentials for the provider; for administrators.',
    args: {
      clientId: t.arg.string({ required: true, description: 'Client id at the provider.' }),
      clientSecret: t.arg.string({ required: true, description: 'Secret of the client. It is stored sealed and never told again.' }),
      mode: t.arg({ type: CredentialsMode, defaultValue: 'managed', description: 'Whose client it is.' }),
    },
    ...permitted('setUp', async (_actor, { clientId, clientSecret, mode }: CredentialsGiven, { site }) => {
      await connectSite(site, { clientId, clientSecret }, mode ?? 'managed');
      return await viewConnection(site, await loadState(site));
    }),
  }),
  importAnalyticsToken: t.field({
    type: AnalyticsAuthentication,
    description: 'Connects your account with a token that you were given elsewhere; for administrators.',
    args: {
      accessToken: t.arg.string({ required: true, description: 'Access token. Tokens are stored sealed.' }),
      refreshToken: t.arg.string({ description: 'Token that access is renewed with.' }),
      expiresIn: t.arg.int({ defaultValue: AN_HOUR, description: 'Seconds for which the access token is good.' }),
      scopes: t.arg.stringList({ required: true, description: 'What it grants, full names.' }),
      verified: t.arg.boolean({ description: 'Whether you have proved to own the site; left as it is when not given.' }),
    },
    ...permitted('authenticate', async (_actor, { expiresIn, verified, ...token }: TokenGiven, context) => {
      await importToken(context.site, context.viewer, { ...token, expiresIn: expiresIn ?? AN_HOUR, verified: verified ?? undefined });
      return await authenticationNow(context);
    }),
  }),
  disconnectAnalyticsAccount: t.field({
    type: AnalyticsAuthentication,
    description:
      'Takes your access back and forgets your settings of analytics screens; what you have dismissed stays. For administrators.',
    ...permitted('authenticate', async (_actor, _args: object, context) => {
      await disconnect(context.site, context.viewer.id);
      return await authenticationNow(context);
    }),
  }),
  analyticsAccessToken: t.string({
    ...payload('accessToken'),
    nullable: true,
    description: 'An access token of yours that is good for at least five minutes, renewed if need be; null when it no longer exists.',
    ...permitted('viewAuthenticatedDashboard', async (_actor, _args: object, { site, viewer }) => {
      const token = await usableToken(site, viewer.id);
      return token && token.accessToken !== '' ? token.accessToken : null;
    }),
  }),
  renewAnalyticsSetupTag: t.string({
    ...payload('token'),
    description: 'A new token that pages of the site carry for five minutes, so that the provider recognises the site; for administrators.',
    ...permitted('setUp', (_actor, _args: object, { site }) => renewSetupTag(site)),
  }),
  resetAnalytics: t.field({
    type: AnalyticsConnection,
    description: 'Forgets everything that was set up, by anyone; what users have dismissed stays. For administrators.',
    ...permitted('setUp', async (_actor, _args: object, { site }) => {
      await resetConnector(site);
      return await viewConnection(site, await loadState(site));
    }),
  }),
  resetAnalyticsDismissals: t.boolean({
    ...payload('isReset'),
    description: 'Forgets what users have dismissed, and the reports that were made; for administrators. Returns true.',
    ...permitted('setUp', async (_actor, _args: object, { site }) => {
      await resetPersistent(site);
      return true;
    }),
  }),
}));
