/** The public API for route tables: builders of routes and types of parameters. */

export type { BareForm, LinkDefinition, LinkTable, RouteOptions, Row, PublishedFailure, PublishedFailures, NamespaceTable } from './rows/row.ts';
export { READ, CREATE, EDIT, DELETE, namespace, item, list, page, value, engine, documentation } from './rows/row.ts';
export type { Method } from './parameters/request.ts';
export type { Recorded } from './routes/recorded-responses.ts';
export type { PublishedDocument } from './rows/published-document.ts';
export type { OperationSource } from './engine/operations.ts';
export { either, everything, flag, integer, list as listOf, number, object, text, untyped } from './parameters/words.ts';
export type { Field } from './parameters/declaration.ts';
export type { PropertySchema } from './parameters/schema.ts';

export { csv, filled, numeric, positiveInteger, scalar, truthy } from './parameters/lenient-words.ts';
export { exactWordAs, knownWordAs, memberList, members, textOrBlank, whole, wholeOrBlank, wordAs } from './parameters/member-words.ts';

export { time } from './parameters/time-words.ts';

export { shortNumber, wholePart } from './parameters/number-words.ts';
export { textOr, wordOrNone } from './parameters/text-words.ts';

export { upload } from './parameters/uploads.ts';
