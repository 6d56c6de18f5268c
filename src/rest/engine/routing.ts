import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import type { Plan } from './plan.ts';
import { findOpenSegment, toRouterPath } from './paths.ts';
import type { Method } from '../parameters/request.ts';

/** A path with the routes of its methods, in declaration order. */
export interface RouteEntry {
  path: string;
  namespace: string;
  /** True if the route belongs to the site itself and to no namespace. */
  isOfSite: boolean;
  /** The last segment, if it may contain slashes. */
  open?: { name: string; expression: RegExp } | undefined;
  plans: Plan[];
  byMethod: ReadonlyMap<Method, Plan>;
}

/** A matched path with the values of its segments. */
export interface Match {
  entry: RouteEntry;
  /** Values by segment name, percent-decoded. */
  segments: Record<string, string>;
}

/** Matches complete paths, ignoring case and a trailing slash (docs/behaviour/core-rest.md 1.1). */
export interface Router {
  find(path: string): Match | null;
  entries: readonly RouteEntry[];
}

/** Creates the router of all routes. Throws if two routes have the same path and method. */
export function createRouter(plans: readonly Plan[]): Router {
  const entries = new Map<string, RouteEntry & { byMethod: Map<Method, Plan> }>();
  for (const plan of plans) {
    const known = entries.get(plan.path) ?? {
      path: plan.path,
      namespace: plan.namespace,
      isOfSite: plan.isOfSite,
      plans: [],
      byMethod: new Map<Method, Plan>(),
    };
    entries.set(plan.path, known);
    known.plans.push(plan);
    for (const method of plan.methods) {
      if (known.byMethod.has(method)) throw new Error(`${method} ${plan.path} is defined by two routes.`);
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
    entry.open = findOpenSegment(entry.path, segments);
    router.on('GET', toRouterPath(entry.path, segments), () => {}, entry);
  }
  return {
    entries: [...entries.values()],
    find(path) {
      const clean = `/${path.replace(/^\/+/, '').replace(/\/+$/, '')}`;
      const result = router.find('GET', clean);
      if (!result) return null;
      const entry = result.store as RouteEntry;
      const { '*': last = '', ...segments } = result.params as Record<string, string>;
      if (!entry.open) return { entry, segments };
      return entry.open.expression.test(last) ? { entry, segments: { ...segments, [entry.open.name]: last } } : null;
    },
  };
}
