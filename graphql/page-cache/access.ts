import { requirePageCache } from '#app/domains/page-cache/page-cache.access.ts';
import { guard } from '../access.ts';

/** Permission of administrators. */
export const cacheManagers = guard((_args: object, { viewer }) => requirePageCache(viewer));
