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

/** Objects and fields that count as one plain request: more than a list of ten with what hangs on its items. */
const OBJECTS_PER_REQUEST = 250;
/** What reading the schema, and one type of it, counts in objects, by the time that it takes. */
const OBJECTS_OF_SCHEMA = 10_000;
const OBJECTS_OF_TYPE = 500;

/** What a request may still spend; handed to Yoga beside the context. */
export interface CostBudget {
  /** Counts what a document costs beyond the one request that it was counted as; throws 429 `rate_limited`. */
  spendMore(times: number): Promise<void>;
  left(): Spent | null;
  /** What responses say beside their data. */
  tells: { cost: boolean; requestId: string | null; statements: string[] | null };
  /** What the documents of the request that were looked at ask for together. */
  request: { complexity: number };
}

/** The fragments of a document by their names. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  return fragments;
}

/** The fields that an operation asks of its root, those of fragments included; `__typename` is not one. */
export function rootFields(document: DocumentNode, operationName: string | null | undefined): FieldNode[] {
  const fragments = fragmentsOf(document);
  const fields: FieldNode[] = [];
  // spread twice it asks for the same fields, and documents whose fragments spread each other twice would take for ever
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

/** What is asked of the schema itself, in objects; the complexity of documents does not know it. */
export function complexityOfSchema(roots: readonly FieldNode[]): number {
  let complexity = 0;
  for (const { name } of roots)
    if (name.value.startsWith('__')) complexity += name.value === '__schema' ? OBJECTS_OF_SCHEMA : OBJECTS_OF_TYPE;
  return complexity;
}

/**
 * What a document counts in the budget of requests: 1 for what a plain request asks, otherwise one for each field of its root, as each request
 * of a REST batch counts, or one for this many objects, whichever is more.
 */
export function costOf(roots: readonly FieldNode[], complexity: number): number {
  return Math.max(1, roots.length, Math.round(complexity / OBJECTS_PER_REQUEST));
}

/** Takes what a document costs out of the budget; returns the refusal where there is not enough left. */
export async function pay(budget: CostBudget, cost: number): Promise<GraphQLError | null> {
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

/** Says in `extensions` of a response what its document cost and what the caller has left, and whatever else they asked for. */
export function tellCost(result: unknown, cost: number, { tells, left }: CostBudget): void {
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

/** The budget that a request came with. */
export const budgetOf = (contextValue: unknown): CostBudget => (contextValue as { budget: CostBudget }).budget;
