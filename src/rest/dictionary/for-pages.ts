import type { Method } from '../parameters/request.ts';
import type { RestOperation, RestToGraphql } from '../../web/docs/rest-to-graphql.page.ts';
import type { RestEngine } from '../engine/rest-engine.ts';
import type { Plan } from '../engine/plan.ts';
import type { Dictionary } from './dictionary.ts';
import { remarks } from './printed-entry.ts';

/** Returns the dictionary for the documentation page. It is created on first use. */
export function dictionaryForPages({ router }: RestEngine, restUrl: string, make: () => Dictionary): RestToGraphql {
  let made: Dictionary | undefined;
  const dictionary = () => (made ??= make());
  const plans = router.entries.flatMap((entry) => entry.plans);
  const root = new URL(restUrl).pathname;

  /** Returns the path below the REST root of an address or of a path in the documents. */
  const below = (address: string): string => {
    const path = (address.startsWith(restUrl) ? address.slice(restUrl.length) : address).split('?')[0] ?? '';
    const short = path.startsWith(`${root}/`) ? path.slice(root.length) : path;
    return short.length > 1 ? short.replace(/\/$/, '') : short;
  };

  return {
    operations: () => plans,
    find(method, address) {
      const path = below(address);
      const named = plans.find((plan) => plan.path === path && (plan.methods as readonly string[]).includes(method));
      return named ?? router.find(path)?.entry.byMethod.get(method as Method) ?? null;
    },
    instead: (operation) =>
      dictionary()
        .all(planOf(operation))
        .map((variant) => {
          const { when, entry } = variant;
          if (entry.made === 'none') return { when, document: null, variables: {}, remarks: [entry.why] };
          return { when, document: entry.shown.document, variables: entry.shown.variables, remarks: remarks(variant) };
        }),
    argumentsOf: (operation) => dictionary().argumentsOf(planOf(operation)),
  };
}

/** Pages return the plans that they received. */
const planOf = (operation: RestOperation) => operation as Plan;
