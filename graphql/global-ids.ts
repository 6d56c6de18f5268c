import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import type { Context } from './context.ts';

/** The content of a global ID: a type and the ID of an object. */
export interface GlobalId {
  typename: string;
  id: string;
}

const MAX_IDS = 100;
const MAX_ID = 2_147_483_647;

/** Reads a global ID. Throws `invalid_global_id` for other strings. */
export function readGlobalId(globalId: string): GlobalId {
  const [, typename, id] = /^([A-Z]\w*):([1-9]\d{0,9})$/.exec(Buffer.from(globalId, 'base64').toString('utf8')) ?? [];
  if (typename === undefined || id === undefined || Number(id) > MAX_ID) throw invalid('invalid_global_id', 'The global ID is invalid.');
  return { typename, id };
}

/** Throws for IDs of types that are not nodes, and for too many IDs in one request. */
export function checkGlobalIds(ids: readonly GlobalId[], { schema }: GraphQLResolveInfo): void {
  if (ids.length > MAX_IDS)
    throw invalidArguments({ ids: { code: 'too_many_items', message: `ids must contain at most ${MAX_IDS} items.` } });
  for (const { typename } of ids) {
    const type = schema.getType(typename);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    if (!isNode) throw invalid('invalid_global_id', 'The global ID is invalid.');
  }
}

/** Options of `prismaNode` for objects that only some users may see. Other users do not find them by global ID. */
export const visibleTo = (maySee: (context: Context) => boolean) => ({
  id: { field: 'id' as const },
  nullable: true,
  findUnique: (id: string, context: Context) => ({ id: maySee(context) ? Number(id) : UNKNOWN_ID }),
});

const UNKNOWN_ID = -1;
