import type { Permission } from '#app/domains/analytics/access/capabilities.ts';
import { checkPermission, loadActor } from '#app/domains/analytics/access/facts.ts';
import type { Actor } from '#app/domains/analytics/access/actor.ts';
import { disconnectIfMoved } from '#app/domains/analytics/connection/connection.service.ts';
import { authorizeWith } from '../access.ts';
import type { Context } from '../context.ts';

/** Returns the user with their permissions. First disconnects an administrator who connected while the site had a different URL. */
async function loadCurrentActor({ site, viewer }: Context): Promise<Actor> {
  const actor = await loadActor(site, viewer);
  const { facts, state } = actor;
  const wasDisconnected = facts.authenticated && facts.isAdministrator && (await disconnectIfMoved(site, viewer.id, state));
  return wasDisconnected ? await loadActor(site, viewer) : actor;
}

/** Declares the permission of a field of the analytics connector. The resolver receives the checked actor as its first argument. */
export function authorizeAnalytics<Args, Result>(
  permission: Permission,
  resolve: (actor: Actor, args: Args, context: Context) => Result | Promise<Result>,
) {
  return authorizeWith(
    `Users with the permission \`${permission}\` of the analytics connector.`,
    async (_args: Args, context: Context) => {
      const actor = await loadCurrentActor(context);
      checkPermission(context.viewer, actor.facts, permission);
      return actor;
    },
    resolve,
  );
}
