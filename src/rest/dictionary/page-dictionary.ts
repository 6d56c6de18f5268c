import type { Method } from '../parameters/request.ts';
import type { RestOperation, RestToGraphql } from '../../web/docs/rest-to-graphql.page.ts';
import type { RestEngine } from '../engine/rest-engine.ts';
import type { Plan } from '../engine/plan.ts';
import type { Dictionary } from './dictionary.ts';
import { createRemarks } from './print-entry.ts';

/** Returns the dictionary for the documentation page. `create` is called on first use. */
export function createPageDictionary({ router }: RestEngine, restUrl: string, create: () => Dictionary): RestToGraphql {
  let created: Dictionary | undefined;
  const getDictionary = () => (created ??= create());
  const plans = router.entries.flatMap((entry) => entry.plans);
  const root = new URL(restUrl).pathname;

  /** Returns the path below the REST root for a URL, or for a path as the documents show it. */
  const toRoutePath = (urlOrPath: string): string => {
    const path = (urlOrPath.startsWith(restUrl) ? urlOrPath.slice(restUrl.length) : urlOrPath).split('?')[0] ?? '';
    const below = path.startsWith(`${root}/`) ? path.slice(root.length) : path;
    return below.length > 1 ? below.replace(/\/$/, '') : below;
  };

  return {
    getOperations: () => plans,
    find(method, urlOrPath) {
      const path = toRoutePath(urlOrPath);
      const templated = plans.find((plan) => plan.path === path && (plan.methods as readonly string[]).includes(method));
      return templated ?? router.find(path)?.entry.byMethod.get(method as Method) ?? null;
    },
    getReplacements: (operation) =>
      getDictionary()
        .getVariants(asPlan(operation))
        .map((variant) => {
          const { when, entry } = variant;
          if (entry.kind === 'none') return { when, document: null, variables: {}, remarks: [entry.reason] };
          return { when, document: entry.document.text, variables: entry.document.variables, remarks: createRemarks(variant) };
        }),
    getArguments: (operation) => getDictionary().getArguments(asPlan(operation)),
  };
}

/** Returns the plan of an operation. The page only passes operations from `getOperations` and `find`, which are plans. */
const asPlan = (operation: RestOperation) => operation as Plan;
