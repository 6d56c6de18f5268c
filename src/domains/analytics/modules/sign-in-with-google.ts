import { now } from '#app/core/time/clock.ts';
import { refused } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import type { Site } from '#app/site.ts';
import { capabilities } from '../access/capabilities.ts';
import { listConflictingExtensions } from '../site-settings/extensions.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import type { ModuleDefinition } from './module.ts';
import { flagField, isFilled, stringField, enumField } from './setting-fields.ts';

/** Path of the sign-in page. */
const SIGN_IN_PAGE = '/sign-in';

async function isSignInMissing(site: Site): Promise<boolean> {
  try {
    const { status } = await fetchGuarded(site, site.config.siteUrl + SIGN_IN_PAGE, { method: 'HEAD', allowsOwnSite: true });
    return status === 404;
  } catch {
    return false;
  }
}

async function runCompatibilityChecks({ site, viewer, actor }: DatapointCall) {
  if (!capabilities.manage_options(actor.facts)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
  const conflicts = listConflictingExtensions(site);
  const failedChecks = {
    ...((await isSignInMissing(site)) && { wp_login_inaccessible: true }),
    ...(Object.keys(conflicts).length > 0 && { conflicting_plugins: conflicts }),
  };
  return { checks: Object.keys(failedChecks).length > 0 ? failedChecks : [], timestamp: Math.floor(now().getTime() / 1000) };
}

/** Module that lets users sign in with an account of the provider. */
export const signInWithGoogle: ModuleDefinition = {
  slug: 'sign-in-with-google',
  name: 'Sign in with Google',
  description: 'People sign in with an account that they already have.',
  homepage: 'https://developers.google.com/identity/gsi/web/guides/overview',
  order: 10,
  requiredSettings: ['clientID'],
  scopes: [],
  tag: { pattern: /accounts\.google\.com\/gsi\/client/, isEnabled: ({ clientID }) => isFilled(clientID), page: SIGN_IN_PAGE },
  settings: {
    clientID: stringField('ID of the site’s OAuth client at the provider.'),
    text: enumField(
      'Text of the button.',
      {
        continue_with: '“Continue with Google”.',
        signin: 'The text “Sign in”.',
        signin_with: '“Sign in with Google”.',
        signup_with: '“Sign up with Google”.',
      },
      'signin_with',
    ),
    theme: enumField(
      'Colors of the button.',
      { outline: 'A white button with a border.', filled_blue: 'A blue button.', filled_black: 'A black button.' },
      'outline',
    ),
    shape: enumField('Shape of the button.', { rectangular: 'A button with corners.', pill: 'A button with round ends.' }, 'rectangular'),
    oneTapEnabled: flagField('Whether every page shows the “One Tap” prompt to sign in.'),
    showNextToCommentsEnabled: flagField('Whether the button is shown next to comments.'),
  },
  datapoints: { GET: { 'compatibility-checks': declareDatapoint(runCompatibilityChecks) } },
  async onDeactivation({ tx, before }) {
    const lastSignInClientId = String(before['clientID'] ?? '');
    if (lastSignInClientId === '') return;
    await tx.analyticsSite.upsert({
      where: { id: 1 },
      create: { lastSignInClientId },
      update: { lastSignInClientId },
      select: { id: true },
    });
  },
};
