import { type GraphQLArgument, type GraphQLInputField, type GraphQLInputType, getNullableType, isInputObjectType } from 'graphql';

/**
 * The argument that an error code of the domain refers to, by its names in mutations. The first name that was sent applies, else the first that the
 * mutation accepts. Other codes refer to no single argument, or to one that `invalidArguments` names.
 */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  author_not_found: ['authorId'],
  comment_author_data_required: ['authorName', 'authorEmail'],
  comment_author_not_found: ['authorId'],
  comment_exists: ['content'],
  comment_text_invalid: ['content'],
  date_of_no_day: ['date', 'dateUtc'],
  email_invalid: ['email'],
  empty_term_name: ['name'],
  erasure_not_confirmed: ['confirmation'],
  existing_user_email: ['email'],
  existing_user_login: ['login'],
  featured_media_not_found: ['featuredMediaId'],
  gateway_not_offered: ['gateway'],
  heir_not_found: ['reassignTo'],
  invalid_attendee_status: ['status'],
  invalid_order_status: ['status'],
  invalid_order_transition: ['status'],
  licenses_missing: ['licenses'],
  login_invalid: ['login'],
  password_invalid: ['password'],
  price_invalid: ['price'],
  role_invalid: ['roles'],
  scan_address_invalid: ['url'],
  scan_host_foreign: ['url'],
  second_factor_setup_code_wrong: ['code'],
  taxonomy_not_hierarchical: ['parentId'],
  // if a slug was sent, only the slug can be taken
  term_exists: ['slug', 'name'],
  term_not_found: ['parentId'],
  user_slug_taken: ['slug'],
};

/** The codes that refer to an argument, with its names. */
export const codesOfArguments: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(namesOf));

type Taken = GraphQLArgument | GraphQLInputField;

/** Returns the paths of a name in the arguments and, level by level, in their input objects. Shorter paths come first. */
function placesOf(name: string, taken: readonly Taken[], before: readonly string[] = []): string[][] {
  const here = taken.filter((one) => one.name === name).map((one) => [...before, one.name]);
  // no input is nested deeper; this also ends the recursion of inputs that contain themselves
  if (before.length === 3) return here;
  return [...here, ...taken.flatMap(({ name: of, type }) => placesOf(name, fieldsOf(type), [...before, of]))];
}

function fieldsOf(type: GraphQLInputType): GraphQLInputField[] {
  const plain = getNullableType(type);
  return isInputObjectType(plain) ? Object.values(plain.getFields()) : [];
}

const isSent = (args: unknown, [first, ...further]: readonly string[]): boolean =>
  first === undefined
    ? args !== undefined
    : typeof args === 'object' && args !== null && isSent((args as Record<string, unknown>)[first], further);

/** Returns the path of the argument that a code refers to; empty if it refers to none or the mutation does not accept it. */
export function placeOf(code: string, args: Readonly<Record<string, unknown>>, taken: readonly GraphQLArgument[]): readonly string[] {
  const places = (namesOf[code] ?? []).flatMap((name) => placesOf(name, taken));
  return places.find((place) => isSent(args, place)) ?? places[0] ?? [];
}
