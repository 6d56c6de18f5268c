/** The words that rows of the map are written with: what a row is, what its parameters are. */

export type {
  BareForm,
  LinkRow,
  LinkTable,
  RowOptions,
  Row,
  PublishedFailure,
  PublishedFailures,
  NamespaceTable,
} from './rows/row.ts';
export {
  READ,
  CREATE,
  EDIT,
  REPLACE,
  DELETE,
  namespace,
  item,
  list,
  page,
  value,
  parameterValue,
  refusal,
  engine,
  documentation,
} from './rows/row.ts';
export type { Method } from './parameters/request.ts';
export type { Recorded } from './rows/recorded-answers.ts';
export type { PublishedDocument } from './rows/published-document.ts';
export type { OperationSource } from './engine/operations.ts';
export {
  either,
  everything,
  everythingBut,
  flag,
  integer,
  list as listOf,
  number,
  object,
  sentBody,
  sentHeader,
  text,
  untyped,
} from './parameters/words.ts';
export type { Field } from './parameters/declaration.ts';
export type { PropertySchema } from './parameters/schema.ts';
export { memberMap, negatedFlag, rawText, slugList, termQuery, unescaped, wordOrKept, wordOrNone } from './parameters/two-form-words.ts';
export {
  csv,
  elements,
  emailText,
  filled,
  idText,
  knownOnly,
  knownWords,
  linked,
  numeric,
  oneOfOr,
  orEmpty,
  positiveInteger,
  scalar,
  takenAs,
  textOfKind,
  truthy,
  unwantedId,
} from './parameters/lenient-words.ts';
export { exactWordAs, memberList, members, prefixedForm, textOrBlank, wholeOrBlank, wordAs } from './parameters/member-words.ts';
export { joinedMembers, jsonList, jsonObject, jsonText, jsonValue, received, spelledJson, whole } from './parameters/json-words.ts';
export { day, sqlDateTime, time } from './parameters/time-words.ts';
export {
  agreement,
  everySwitch,
  flagText,
  isWord,
  looseFlag,
  looseFlags,
  namesWord,
  present,
  spelledFlag,
  spokenFlag,
  ticked,
  unlessZero,
} from './parameters/flag-words.ts';
export {
  count,
  exactlyOr,
  numberOr,
  numberOrMinusOne,
  numbersOrZero,
  plainInteger,
  shortNumber,
  shortNumbers,
  unsignedNumbers,
  wholeOrNone,
  wholePart,
} from './parameters/number-words.ts';
export { listedText, onlyText, renamed, textOr, textOrNone, uuidOrBlank } from './parameters/text-words.ts';
export {
  allOrSome,
  allTexts,
  listOrObject,
  listOrObjectOrEmpty,
  memberNames,
  onlyList,
  textsOf,
  textsOrNone,
} from './parameters/list-words.ts';
export { taggedList } from './parameters/tagged-words.ts';
export { without } from './parameters/field-sets.ts';
export { forced } from './rows/requirement.ts';
export { upload } from './parameters/uploads.ts';
