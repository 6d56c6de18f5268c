/** Everything that the map imports: builders of routes and types of parameters. */

export type {
  BareForm,
  LinkDefinition,
  LinkTable,
  RouteOptions,
  RouteDefinition,
  PublishedFailure,
  PublishedFailures,
  NamespaceTable,
} from './routes/route.ts';
export { READ, CREATE, EDIT, DELETE, namespace, item, list, page, value, engine, documentation } from './routes/route.ts';
export type { Method } from './parameters/request.ts';
export type { Recorded } from './routes/recorded-responses.ts';
export type { PublishedDocument } from './routes/published-document.ts';
export type { OperationSource } from './engine/operations.ts';
export { either, everything, flag, integer, list as listOf, number, object, text, untyped } from './parameters/field-types.ts';
export type { Field } from './parameters/declaration.ts';
export type { PropertySchema } from './parameters/schema.ts';

export { csv, filled, numeric, positiveInteger, scalar, truthy } from './parameters/lenient-types.ts';
export { exactWordAs, knownWordAs, memberList, members, textOrBlank, whole, wholeOrBlank, wordAs } from './parameters/member-types.ts';

export { time } from './parameters/time-type.ts';

export { numberOrMinusOne, shortNumber, wholePart } from './parameters/number-types.ts';
export { renamedWords, textOr, wordOrNull } from './parameters/text-types.ts';

export { upload } from './parameters/uploads.ts';
