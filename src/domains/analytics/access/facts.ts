import { now } from '#app/core/time/clock.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { digestOf } from '../dismissals/digest.ts';
import { loadState } from '../state.ts';
import type { Actor, ConnectorState } from './actor.ts';
import { type Facts, type ModuleFacts, type Permission, permissions } from './capabilities.ts';

/** Slug of the splash screen. Dismissing it opens the shared dashboard. */
export const SPLASH = 'shared_dashboard_splash';

const none = { authenticated: false, verified: false, splashDismissed: false } as const;

async function ownFacts(site: Site, viewer: Viewer): Promise<Pick<Facts, 'authenticated' | 'verified' | 'splashDismissed'>> {
  if (!viewer.signedIn) return none;
  const user = await site.db.prisma.user.findUnique({
    where: { id: viewer.id },
    select: {
      analyticsToken: { select: { userId: true } },
      analyticsUser: { select: { isVerified: true } },
      analyticsDismissals: {
        where: { kind: 'item', digest: digestOf(SPLASH), OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
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

/** Returns the current facts of a viewer. */
function factsOf(viewer: Viewer, state: ConnectorState, own: Pick<Facts, 'authenticated' | 'verified' | 'splashDismissed'>): Facts {
  const role = viewer.user?.role;
  return {
    isSignedIn: viewer.signedIn,
    isAdministrator: viewer.can('manage_options'),
    isEditor: viewer.can('edit_posts'),
    mayUpdateExtensions: viewer.can('update_plugins'),
    mayInstallExtensions: viewer.can('install_plugins'),
    siteConnected: state.siteConnected,
    setupCompleted: state.setupCompleted,
    usesBroker: state.usesBroker,
    sharedModules: new Set(
      role === undefined ? [] : state.sharing.filter(({ sharedRoles }) => sharedRoles.includes(role)).map(({ slug }) => slug),
    ),
    ...own,
  };
}

/** Loads all facts about the viewer in three small queries. */
export async function loadActor(site: Site, viewer: Viewer): Promise<Actor> {
  const [state, own] = await Promise.all([loadState(site), ownFacts(site, viewer)]);
  return { state, facts: factsOf(viewer, state, own) };
}

/** Returns the facts that decide whether the viewer may share a module. */
export function moduleFactsOf(viewer: Viewer, state: ConnectorState, slug: string): ModuleFacts {
  return { slug, management: state.sharingOf(slug).management, isOwner: viewer.id !== 0 && state.ownerOf(slug) === viewer.id };
}

/** Throws `forbidden` if the facts do not grant the permission. */
export function checkPermission(viewer: Viewer, facts: Facts, permission: Permission): void {
  if (!permissions[permission](facts)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
