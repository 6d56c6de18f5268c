import { type GraphQLArgument, type GraphQLInputField, type GraphQLInputType, getNullableType, isInputObjectType } from 'graphql';

/**
 * Possible names of the argument to which an error code of the domain refers, by code. The first name that was sent applies, otherwise the first name
 * that the mutation accepts. Codes that are not listed refer to no single argument, or `invalidArguments` names the argument.
 */
export const argumentsByCode: Readonly<Record<string, readonly string[]>> = {
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
  // if a slug was sent, the slug is the reason
  term_exists: ['slug', 'name'],
  term_not_found: ['parentId'],
  user_slug_taken: ['slug'],
};

type Input = GraphQLArgument | GraphQLInputField;

/** Returns the paths of a name in the arguments and in their input objects. Within a branch, shorter paths are first. */
function findPaths(name: string, inputs: readonly Input[], parentPath: readonly string[] = []): string[][] {
  const paths = inputs.filter((input) => input.name === name).map((input) => [...parentPath, input.name]);
  // no input is nested deeper; this also ends the recursion of inputs that contain themselves
  if (parentPath.length === 3) return paths;
  return [...paths, ...inputs.flatMap((input) => findPaths(name, listInputFields(input.type), [...parentPath, input.name]))];
}

function listInputFields(type: GraphQLInputType): GraphQLInputField[] {
  const nullableType = getNullableType(type);
  return isInputObjectType(nullableType) ? Object.values(nullableType.getFields()) : [];
}

const isSent = (value: unknown, [first, ...others]: readonly string[]): boolean =>
  first === undefined
    ? value !== undefined
    : typeof value === 'object' && value !== null && isSent((value as Record<string, unknown>)[first], others);

/** Returns the path of the argument to which a code refers; empty if the code refers to none, or if the mutation does not accept the argument. */
export function findArgumentPath(
  code: string,
  args: Readonly<Record<string, unknown>>,
  accepted: readonly GraphQLArgument[],
): readonly string[] {
  const paths = (argumentsByCode[code] ?? []).flatMap((name) => findPaths(name, accepted));
  return paths.find((path) => isSent(args, path)) ?? paths[0] ?? [];
}
