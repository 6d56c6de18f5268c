import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { mapsCapability } from './maps.settings.ts';

/** True if the viewer may edit maps. */
export function canEditMaps(site: Site, viewer: Viewer): boolean {
  return viewer.can(site.settings.get(mapsCapability));
}

/** Throws `forbidden`, or the given code, unless the viewer may edit maps. */
export function requireMapEditor(site: Site, viewer: Viewer, code = 'forbidden'): void {
  if (!canEditMaps(site, viewer)) throw refused(viewer, code, 'Sorry, you are not allowed to change maps.');
}
