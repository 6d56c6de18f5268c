/** Everything that the map imports: builders of routes and types of parameters. */

export type { LinkTable, PublishedFailures, RouteDefinition, RouteOptions } from './routes/route.ts';
export type { PublishedDocument } from './routes/published-document.ts';
export { engine, item, list, namespace, page, value } from './routes/route.ts';

export type { Field } from './parameters/declaration.ts';
export { either, everything, flag, integer, list as listOf, number, object, text, untyped } from './parameters/field-types.ts';
export { csv, filled, numeric, positiveInteger, scalar, truthy } from './parameters/lenient-types.ts';
export { memberList, members, whole, wholeOrBlank } from './parameters/member-types.ts';
export { numberOrMinusOne, shortNumber, wholePart } from './parameters/number-types.ts';
export { textOr, wordAs, wordOrNull } from './parameters/text-types.ts';
export { time } from './parameters/time-type.ts';
export { upload } from './parameters/uploads.ts';
