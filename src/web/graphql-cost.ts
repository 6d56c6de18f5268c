import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { Failure } from '../core/failures/failure.ts';
import type { BudgetState } from './rate-budget.ts';

/** Number of objects that count as a plain request: more than a list of ten with its nested objects. */
const OBJECTS_PER_REQUEST = 250;
/** Cost in objects of reading the schema, and of reading one type. The values follow from measured times. */
const OBJECTS_OF_SCHEMA = 10_000;
const OBJECTS_OF_TYPE = 500;

/** The remaining budget of a request. It is passed to Yoga together with the context. */
export interface CostBudget {
  /** Charges `times` requests in addition to the one that is already charged. Throws 429 `rate_limited`. */
  chargeRequests(times: number): Promise<void>;
  getState(): BudgetState | null;
  /** Explanations that the response contains in addition to its data, if requested. */
  explanations: { cost: boolean; requestId: string | null; statements: string[] | null };
  /** Total complexity of the request's checked documents. */
  request: { complexity: number };
}

/** Returns the fragments of a document by name. */
export function getFragments(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  return fragments;
}

/** Returns the root fields of an operation, including those in fragments, without `__typename`. */
export function getRootFields(document: DocumentNode, operationName: string | null | undefined): FieldNode[] {
  const fragments = getFragments(document);
  const fields: FieldNode[] = [];
  // visits each fragment only once, because nested repetitions would take exponential time
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        if (selection.name.value !== '__typename') fields.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        collect(fragments.get(selection.name.value)?.selectionSet);
      }
    }
  };
  collect(getOperationAST(document, operationName)?.selectionSet);
  return fields;
}

/** Returns the complexity of introspection in objects, which the complexity of documents does not include. */
export function computeIntrospectionComplexity(roots: readonly FieldNode[]): number {
  let complexity = 0;
  for (const { name } of roots)
    if (name.value.startsWith('__')) complexity += name.value === '__schema' ? OBJECTS_OF_SCHEMA : OBJECTS_OF_TYPE;
  return complexity;
}

/**
 * Returns the cost of a document in requests: the number of root fields, as in a REST batch, or the complexity divided by `OBJECTS_PER_REQUEST`,
 * whichever is larger. The cost of a plain document is 1.
 */
export function computeRequestCost(roots: readonly FieldNode[], complexity: number): number {
  return Math.max(1, roots.length, Math.round(complexity / OBJECTS_PER_REQUEST));
}

/** Deducts the cost of a document from the budget. Returns the refusal if the remaining budget is too small, otherwise null. */
export async function chargeBudget(budget: CostBudget, cost: number): Promise<GraphQLError | null> {
  try {
    await budget.chargeRequests(cost - 1);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const headers = { 'Retry-After': String(error.data['retryAfter']) };
    const { code, status, message } = error;
    return new GraphQLError(message, { extensions: { code, status, http: { status, headers } } });
  }
}

/** Adds the cost of the document, the remaining budget and other requested explanations to the `extensions` of a response. */
export function reportCost(result: unknown, cost: number, { explanations, getState }: CostBudget): void {
  if (typeof result !== 'object' || result === null || Symbol.asyncIterator in result) return;
  const extensions = {
    ...(explanations.cost && { cost: { spent: cost, ...getState() } }),
    ...(explanations.requestId !== null && { requestId: explanations.requestId }),
    ...(explanations.statements !== null && { statements: [...explanations.statements] }),
  };
  if (Object.keys(extensions).length === 0) return;
  const response = result as { extensions?: Record<string, unknown> };
  response.extensions = { ...response.extensions, ...extensions };
}

/** Returns the budget of a request. */
export const getBudget = (contextValue: unknown): CostBudget => (contextValue as { budget: CostBudget }).budget;
