import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import type { Plan } from './plan.ts';
import { openPlace, routerPath } from './paths.ts';
import type { Method } from '../parameters/request.ts';

/** One path of the interface with the routes behind its methods, in declaration order. */
export interface RouteEntry {
  path: string;
  namespace: string;
  /** The route is the site's own, of no namespace. */
  isSites: boolean;
  /** The last place, where it may hold slashes. */
  open?: { name: string; fits: RegExp } | undefined;
  plans: Plan[];
  byMethod: ReadonlyMap<Method, Plan>;
}

/** The route of a path, with what stands in its places. */
export interface Match {
  entry: RouteEntry;
  /** Path segments by name, percent-decoded. */
  segments: Record<string, string>;
}

/** Finds the route of a path: matched whole, case-insensitively, a trailing slash ignored (core-rest.md 1.1). */
export interface Router {
  find(path: string): Match | null;
  entries: readonly RouteEntry[];
}

/** Builds the router over all routes; a method that two routes of a path claim is an error. */
export function createRouter(plans: readonly Plan[]): Router {
  const entries = new Map<string, RouteEntry & { byMethod: Map<Method, Plan> }>();
  for (const plan of plans) {
    const known = entries.get(plan.path) ?? {
      path: plan.path,
      namespace: plan.namespace,
      isSites: plan.isSites,
      plans: [],
      byMethod: new Map<Method, Plan>(),
    };
    entries.set(plan.path, known);
    known.plans.push(plan);
    for (const method of plan.methods) {
      if (known.byMethod.has(method)) throw new Error(`${method} ${plan.path} has two rows`);
      known.byMethod.set(method, plan);
    }
  }
  // the patterns are the map's own; the check for unsafe ones does not know `(?i:`
  const router: Instance<HTTPVersion.V1> = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: 2000,
    allowUnsafeRegex: true,
  });
  for (const entry of entries.values()) {
    const segments = entry.plans[0]?.segments ?? [];
    entry.open = openPlace(entry.path, segments);
    router.on('GET', routerPath(entry.path, segments), () => {}, entry);
  }
  return {
    entries: [...entries.values()],
    find(path) {
      const clean = `/${path.replace(/^\/+/, '').replace(/\/+$/, '')}`;
      const found = router.find('GET', clean);
      if (!found) return null;
      const entry = found.store as RouteEntry;
      const { '*': rest = '', ...segments } = found.params as Record<string, string>;
      if (!entry.open) return { entry, segments };
      return entry.open.fits.test(rest) ? { entry, segments: { ...segments, [entry.open.name]: rest } } : null;
    },
  };
}
