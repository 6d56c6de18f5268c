import { now } from '#app/core/time/clock.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { hashSlug } from '../dismissals/digest.ts';
import { loadState } from '../state.ts';
import type { Actor, ConnectorState } from './actor.ts';
import { type Facts, type ModuleFacts, type Permission, permissions } from './capabilities.ts';

/** Slug of the splash screen. Dismissing it opens the shared dashboard. */
export const SPLASH = 'shared_dashboard_splash';

const SIGNED_OUT = { authenticated: false, verified: false, splashDismissed: false } as const;

async function loadUserFacts(site: Site, viewer: Viewer): Promise<Pick<Facts, 'authenticated' | 'verified' | 'splashDismissed'>> {
  if (!viewer.signedIn) return SIGNED_OUT;
  const user = await site.db.prisma.user.findUnique({
    where: { id: viewer.id },
    select: {
      analyticsToken: { select: { userId: true } },
      analyticsUser: { select: { isVerified: true } },
      analyticsDismissals: {
        where: { kind: 'item', digest: hashSlug(SPLASH), OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
        select: { userId: true },
      },
    },
  });
  return {
    authenticated: Boolean(user?.analyticsToken),
    verified: user?.analyticsUser?.isVerified === true,
    splashDismissed: (user?.analyticsDismissals.length ?? 0) > 0,
  };
}

/** Combines the facts about a viewer and the site. */
function computeFacts(
  viewer: Viewer,
  state: ConnectorState,
  userFacts: Pick<Facts, 'authenticated' | 'verified' | 'splashDismissed'>,
): Facts {
  const role = viewer.user?.role;
  return {
    isSignedIn: viewer.signedIn,
    isAdministrator: viewer.can('manage_options'),
    isEditor: viewer.can('edit_posts'),
    canUpdateExtensions: viewer.can('update_plugins'),
    canInstallExtensions: viewer.can('install_plugins'),
    siteConnected: state.siteConnected,
    setupCompleted: state.setupCompleted,
    usesBroker: state.usesBroker,
    sharedModules: new Set(
      role === undefined ? [] : state.sharing.filter(({ sharedRoles }) => sharedRoles.includes(role)).map(({ slug }) => slug),
    ),
    ...userFacts,
  };
}

/** Loads the stored state, and the facts that determine the viewer's permissions. */
export async function loadActor(site: Site, viewer: Viewer): Promise<Actor> {
  const [state, userFacts] = await Promise.all([loadState(site), loadUserFacts(site, viewer)]);
  return { state, facts: computeFacts(viewer, state, userFacts) };
}

/** Returns the facts that determine whether the viewer may share a module. */
export function getModuleFacts(viewer: Viewer, state: ConnectorState, slug: string): ModuleFacts {
  return { slug, management: state.getSharing(slug).management, isOwner: viewer.id !== 0 && state.getOwnerId(slug) === viewer.id };
}

/** Throws `forbidden` if the facts do not grant the permission. */
export function checkPermission(viewer: Viewer, facts: Facts, permission: Permission): void {
  if (!permissions[permission](facts)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
