import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import type { Plan } from './plan.ts';
import { openPlace, routerPath } from './paths.ts';
import type { Method } from '../parameters/request.ts';

/** A path with the routes of its methods, in declaration order. */
export interface RouteEntry {
  path: string;
  namespace: string;
  /** True if the route belongs to the site itself and to no namespace. */
  isSites: boolean;
  /** The last segment, if it may contain slashes. */
  open?: { name: string; fits: RegExp } | undefined;
  plans: Plan[];
  byMethod: ReadonlyMap<Method, Plan>;
}

/** A matched path with the values of its segments. */
export interface Match {
  entry: RouteEntry;
  /** Values by segment name, percent-decoded. */
  segments: Record<string, string>;
}

/** Matches complete paths, ignoring case and a trailing slash (core-rest.md 1.1). */
export interface Router {
  find(path: string): Match | null;
  entries: readonly RouteEntry[];
}

/** Builds the router of all routes. Throws if two routes have the same path and method. */
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
  // the patterns come from the map, and the safety check does not support `(?i:`
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
