import {
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigMap,
} from 'graphql';
import type { ArgumentRefusal, Failure } from '#app/core/failures/failure.ts';
import { getRefusalKind, type RefusalKind, refusalKinds } from './refusal-kinds.ts';

export interface Refusal {
  kind: RefusalKind;
  message: string;
  code: string;
  path: readonly string[];
  retryAfter: number | null;
}

type Fields = GraphQLFieldConfigMap<Refusal, unknown>;

const requiredString = new GraphQLNonNull(GraphQLString);

const createCommonFields = (): Fields => ({
  message: { type: requiredString, description: 'Human-readable error message, in one sentence.' },
  code: {
    type: requiredString,
    description: 'Machine-readable error code: the `extensions.code` of an error, or the code of the argument at fault.',
  },
  path: {
    type: new GraphQLNonNull(new GraphQLList(requiredString)),
    description: 'Path of the argument at fault, such as `["input", "startsAt"]`; empty if no argument is at fault.',
  },
});

const additionalFields: Partial<Record<RefusalKind, Fields>> = {
  TooManyRequests: { retryAfter: { type: GraphQLInt, description: 'Seconds until the next attempt; null if unknown.' } },
};

/** Creates the types of refusals for a schema. */
export function createRefusalTypes(): { Refusal: GraphQLInterfaceType; kinds: GraphQLObjectType[] } {
  const Refusal = new GraphQLInterfaceType({
    name: 'Refusal',
    description:
      'Reason why a mutation was refused. Nothing was changed. The name of the type states the kind of refusal; new kinds may be added.',
    fields: createCommonFields,
    resolveType: ({ kind }: Refusal) => kind,
  });
  const kinds = Object.entries(refusalKinds).map(
    ([name, description]) =>
      new GraphQLObjectType<Refusal>({
        name,
        description,
        interfaces: [Refusal],
        fields: () => ({ ...createCommonFields(), ...additionalFields[name as RefusalKind] }),
      }),
  );
  return { Refusal, kinds };
}

/** Returns the refusals of invalid arguments, one for each argument. */
function listArgumentRefusals({ code, data }: Failure): Pick<Refusal, 'message' | 'code' | 'path'>[] {
  const params = Object.entries((data['params'] ?? {}) as Record<string, string>);
  const details = (data['details'] ?? {}) as Record<string, ArgumentRefusal>;
  return params.map(([path, message]) => ({ message, code: details[path]?.code ?? code, path: path.split('.') }));
}

/**
 * Returns the refusals for a failure, one for each invalid argument. Returns null for an internal error. `findArgumentPath` returns the path of the
 * argument to which an error code refers.
 */
export function createRefusals(
  failure: Failure,
  viewer: { signedIn: boolean },
  findArgumentPath: (code: string) => readonly string[],
): Refusal[] | null {
  const kind = getRefusalKind(failure, viewer);
  if (kind === null) return null;
  const { code, message, data } = failure;
  const retryAfter = typeof data['retryAfter'] === 'number' ? Math.ceil(data['retryAfter']) : null;
  const refusals = kind === 'InvalidInput' ? listArgumentRefusals(failure) : [];
  // the code of a missing object refers to the object of the mutation, not to an argument
  const path = failure.status === 400 ? findArgumentPath(code) : [];
  return (refusals.length > 0 ? refusals : [{ message, code, path }]).map((refusal) => ({ kind, ...refusal, retryAfter }));
}
