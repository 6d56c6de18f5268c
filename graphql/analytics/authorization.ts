import { beginAuthorization, completeAuthorization } from '#app/domains/analytics/connection/authorization.service.ts';
import { builder } from '../builder.ts';
import { AnalyticsAuthentication, loadAuthentication } from './connection.ts';
import { authorizeAnalytics } from './permit.ts';
import { payload } from '../public/payload.ts';

interface AuthorizationArgs {
  additionalScopes?: readonly string[] | null | undefined;
  redirectTo?: string | null | undefined;
}

interface CompletionArgs {
  code: string;
  state?: string | null | undefined;
  scope?: string | null | undefined;
}

builder.mutationFields((t) => ({
  analyticsAuthorizationUrl: t.string({
    ...payload('url', 'URL of the provider’s page on which you grant access.'),
    description:
      'Starts to connect your account, and returns the URL of the provider’s page on which you grant access. The URL is valid for 30 minutes. The provider then redirects you to `/analytics/authorized` on this site, which completes the connection. Register that URL with the provider. For administrators.',
    args: {
      additionalScopes: t.arg.stringList({
        description: 'Full names of scopes in addition to those that the connection and the active modules require.',
      }),
      redirectTo: t.arg.string({ description: 'Path of a page of this site to open afterwards; other sites are ignored.' }),
    },
    ...authorizeAnalytics('authenticate', (_actor, { additionalScopes, redirectTo }: AuthorizationArgs, { site, viewer }) =>
      beginAuthorization(site, viewer, { additionalScopes: additionalScopes ?? [], redirectTo: redirectTo ?? undefined }),
    ),
  }),
  completeAnalyticsAuthorization: t.field({
    type: AnalyticsAuthentication,
    description:
      'Connects your account with the code that the provider sent back. Within five minutes, the same code returns the same result again. Error codes: `authorization_unknown` if the authorization was not started here, or too long ago; `authorization_refused` if the provider did not accept the code.',
    args: {
      code: t.arg.string({ required: true, description: 'The code in the URL to which the provider redirected you.' }),
      state: t.arg.string({ description: 'The state in that URL; by default, the state of the authorization that you started last.' }),
      scope: t.arg.string({ description: 'The scopes in that URL, separated by spaces.' }),
    },
    ...authorizeAnalytics('authenticate', async (_actor, { code, state, scope }: CompletionArgs, context) => {
      await completeAuthorization(context.site, context.viewer, { code, state: state ?? undefined, scope: scope ?? undefined });
      return await loadAuthentication(context);
    }),
  }),
}));
