import { requirePageCache } from '#app/domains/page-cache/page-cache.access.ts';
import { guard } from '../access.ts';

/** For administrators. */
export const cacheManagers = guard((_args: object, { viewer }) => requirePageCache(viewer));
