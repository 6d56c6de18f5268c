import { getRedirectTarget } from '#app/domains/two-factor/redirect.ts';
import type { SecondStepContext } from '#app/domains/two-factor/second-step.ts';
import type { StartedSession } from '#app/domains/identity/auth/sessions.ts';
import { setSessionCookie, getClient } from '../auth/session-cookie.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

/** Result of a completed sign-in. The response sets the cookie of the session. */
export const CompletedSignIn = builder.objectRef<{ userId: number; redirectTo: string }>('CompletedSignIn').implement({
  description: 'A new session, whose cookie the response sets.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'ID of the user.' }),
    redirectTo: t.exposeString('redirectTo', { description: 'URL to open next.' }),
  }),
});

/** Arguments that prove the password step. */
export const passwordStepArguments = builder.args((t) => ({
  userId: t.int({ required: true, description: 'ID of the user, as `signIn` returned it.' }),
  loginNonce: t.string({
    required: true,
    description: 'The value that `signIn` returned. The value becomes invalid after one wrong proof.',
  }),
}));

export const redirectToDescription = 'URL on this site to open afterwards; the account page by default and for other URLs.';

/** Returns the context of the second-factor step of a sign-in. With `remember`, the session lasts 14 days instead of two. */
export const createSecondStepContext = (
  context: Context,
  { userId, loginNonce }: { userId: number; loginNonce: string },
  remember = true,
): SecondStepContext => ({
  userId,
  loginNonce,
  viewer: context.viewer,
  client: getClient(context, remember),
});

/** Sets the cookie of the session and returns the result. */
export async function completeSignIn(context: Context, userId: number, session: StartedSession, redirectUrl: string | null | undefined) {
  await setSessionCookie(context, session);
  return { userId, redirectTo: getRedirectTarget(context.site, redirectUrl) };
}
