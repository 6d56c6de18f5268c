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
import type { Spent } from './rate-budget.ts';

/** Objects and fields that count as a plain request: more than a list of ten with its nested objects. */
const OBJECTS_PER_REQUEST = 250;
/** Cost of reading the schema, and of one type, in objects; by measured time. */
const OBJECTS_OF_SCHEMA = 10_000;
const OBJECTS_OF_TYPE = 500;

/** The remaining budget of a request; passed to Yoga next to the context. */
export interface CostBudget {
  /** Counts the cost of a document in addition to the request that is already counted. Throws 429 `rate_limited`. */
  spendMore(times: number): Promise<void>;
  left(): Spent | null;
  /** Explanations that the response contains in addition to its data. */
  tells: { cost: boolean; requestId: string | null; statements: string[] | null };
  /** Total complexity of the request's checked documents. */
  request: { complexity: number };
}

/** Returns the fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  return fragments;
}

/** Returns the root fields of an operation, including those in fragments, without `__typename`. */
export function rootFields(document: DocumentNode, operationName: string | null | undefined): FieldNode[] {
  const fragments = fragmentsOf(document);
  const fields: FieldNode[] = [];
  // a fragment is only visited once; nested repetitions would take exponential time
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) {
        if (one.name.value !== '__typename') fields.push(one);
      } else if (one.kind === Kind.INLINE_FRAGMENT) collect(one.selectionSet);
      else if (!spread.has(one.name.value)) {
        spread.add(one.name.value);
        collect(fragments.get(one.name.value)?.selectionSet);
      }
    }
  };
  collect(getOperationAST(document, operationName)?.selectionSet);
  return fields;
}

/** Returns the complexity of introspection in objects, which the complexity of documents does not include. */
export function complexityOfSchema(roots: readonly FieldNode[]): number {
  let complexity = 0;
  for (const { name } of roots)
    if (name.value.startsWith('__')) complexity += name.value === '__schema' ? OBJECTS_OF_SCHEMA : OBJECTS_OF_TYPE;
  return complexity;
}

/**
 * Returns the cost of a document in requests: 1 for a plain one; otherwise the number of root fields, as in a REST batch, or of `OBJECTS_PER_REQUEST` objects,
 * whichever is larger.
 */
export function costOf(roots: readonly FieldNode[], complexity: number): number {
  return Math.max(1, roots.length, Math.round(complexity / OBJECTS_PER_REQUEST));
}

/** Deducts the cost of a document from the budget. Returns the refusal if too little is left. */
export async function chargeBudget(budget: CostBudget, cost: number): Promise<GraphQLError | null> {
  try {
    await budget.spendMore(cost - 1);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const headers = { 'Retry-After': String(error.data['retryAfter']) };
    const { code, status, message } = error;
    return new GraphQLError(message, { extensions: { code, status, http: { status, headers } } });
  }
}

/** Adds the cost of the document, the rest of the budget and other requested explanations to the `extensions` of a response. */
export function reportCost(result: unknown, cost: number, { tells, left }: CostBudget): void {
  if (typeof result !== 'object' || result === null || Symbol.asyncIterator in result) return;
  const told = {
    ...(tells.cost && { cost: { spent: cost, ...left() } }),
    ...(tells.requestId !== null && { requestId: tells.requestId }),
    ...(tells.statements !== null && { statements: [...tells.statements] }),
  };
  if (Object.keys(told).length === 0) return;
  const answer = result as { extensions?: Record<string, unknown> };
  answer.extensions = { ...answer.extensions, ...told };
}

/** Returns the budget of a request. */
export const budgetOf = (contextValue: unknown): CostBudget => (contextValue as { budget: CostBudget }).budget;
