import SchemaBuilder, { BasePlugin, PothosValidationError, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { Prisma } from '#db';
import { type ConnectionArguments, MAX_PAGE_SIZE, connectionDescriptions } from './connection-descriptions.ts';

const name = 'prismaConnections' as const;

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where Pothos looks for the types of its plugins
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [name]: PrismaConnections<Types>;
    }
  }
}

/** Extension of the connection types of the Prisma plugin (`defaultConnectionTypeOptions`). */
export const prismaConnectionMark = { isPrismaConnection: true } as const;

/** Throws for counts out of bounds, and if both counts are sent. The Prisma plugin would truncate the result instead. */
export function checkCounts({ first, last }: ConnectionArguments): void {
  for (const [argument, count] of Object.entries({ first, last })) {
    if (typeof count !== 'number' || (count >= 0 && count <= MAX_PAGE_SIZE)) continue;
    throw invalidArguments({
      [argument]: { code: 'out_of_bounds', message: `${argument} must be between 0 (inclusive) and ${MAX_PAGE_SIZE} (inclusive)` },
    });
  }
  if (typeof first === 'number' && typeof last === 'number')
    throw invalidArguments({ last: { code: 'invalid_arguments', message: 'Use either first or last, not both.' } });
}

/** Creates the failure for an invalid cursor. */
export function invalidCursor(argument: string) {
  return invalidArguments({ [argument]: { code: 'invalid_cursor', message: `${argument} is not a cursor of a list in this order.` } });
}

/** Prisma's error codes for a number out of the range of its column, and for a string that is invalid for the type of its column. */
const INVALID_VALUE_CODES = new Set(['P2020', 'P2007', 'P2023']);

/** True if the library or the database refused a cursor. */
const isCursorError = (error: unknown) =>
  error instanceof PothosValidationError ||
  error instanceof Prisma.PrismaClientValidationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError && INVALID_VALUE_CODES.has(error.code));

/** Adds the checks and descriptions that all other connections have to the connections of the Prisma plugin. */
class PrismaConnections<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return field.extensions?.['pothosPrismaTotalCount'] === true ? { ...field, description: connectionDescriptions.totalCount } : field;
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.type.kind !== 'Object') return resolver;
    const { extensions } = this.buildCache.getTypeConfig(field.type.ref);
    if (extensions?.['isPrismaConnection'] !== true) return resolver;
    return async (parent, args, context, info) => {
      checkCounts(args);
      try {
        return await (resolver(parent, args, context, info) as Promise<unknown>);
      } catch (error) {
        const { after, before } = args as ConnectionArguments;
        if ((after || before) && isCursorError(error)) throw invalidCursor(after ? 'after' : 'before');
        throw error;
      }
    };
  }
}

SchemaBuilder.registerPlugin(name, PrismaConnections);

export default name;
