import { requirePageCache } from '#app/domains/page-cache/page-cache.access.ts';
import { guard } from '../access.ts';

/** Guards fields that only administrators of the page cache may use. */
export const cacheManagers = guard((_args: object, { viewer }) => requirePageCache(viewer));
