import type { Failure } from '#app/core/failures/failure.ts';

/** The types of refusals with their descriptions. */
export const refusalKinds = {
  InvalidInput: 'An argument is invalid. `path` contains its path.',
  NotFound: 'The object, or an object to which the arguments refer, does not exist.',
  NotAllowed: 'The signed-in user is not allowed to run the mutation.',
  SignInRequired: 'The request requires a signed-in user.',
  WrongCredentials: 'The password, code or passkey is wrong.',
  Conflict: 'The current state of the object does not allow the mutation.',
  SoldOut: 'Not enough places are left.',
  TooManyRequests: 'There were too many requests. `retryAfter` contains the number of seconds to wait.',
  Unavailable: 'The site does not offer the function, or a required service does not work.',
} as const;

export type RefusalKind = keyof typeof refusalKinds;

/** Kinds of failures whose status implies another kind, by error code. Legacy clients expect most of these statuses. */
export const kindsByCode: Readonly<Record<string, RefusalKind>> = {
  insufficient_stock: 'SoldOut',
  ticket_capacity_not_available: 'SoldOut',
  hold_too_small: 'SoldOut',
  incorrect_password: 'WrongCredentials',
  invalid_email: 'WrongCredentials',
  invalid_username: 'WrongCredentials',
  login_nonce_invalid: 'WrongCredentials',
  nonce_invalid: 'WrongCredentials',
  passkey_refused: 'WrongCredentials',
  second_factor_code_wrong: 'WrongCredentials',
  comment_content_not_found: 'NotFound',
  invalid_attendee_id: 'NotFound',
  ticket_unknown: 'NotFound',
  account_id_not_set: 'Conflict',
  cannot_deactivate_dependant: 'Conflict',
  cannot_deactivate_module: 'Conflict',
  inactive_dependencies: 'Conflict',
  invalid_attendee_provider: 'Conflict',
  missing_required_setting: 'Conflict',
  module_not_connected: 'Conflict',
  no_view_only_settings: 'Conflict',
  page_cache_test_failed: 'Conflict',
  invalid_module: 'InvalidInput',
  invalid_module_slug: 'InvalidInput',
  onboarding_invalid_value: 'InvalidInput',
  onboarding_unknown_gateway: 'InvalidInput',
  broker_refused: 'Unavailable',
  country_database_unreadable: 'Unavailable',
  failed_to_add_site_to_search_console: 'Unavailable',
  geocoder_blocked: 'Unavailable',
  provider_refused: 'Unavailable',
  provider_unreachable: 'Unavailable',
  scan_failed: 'Unavailable',
};

const kindsByStatus: Readonly<Record<number, RefusalKind>> = {
  403: 'NotAllowed',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Conflict',
  429: 'TooManyRequests',
  501: 'Unavailable',
  502: 'Unavailable',
};

/** Returns the kind of a refusal. Returns null for internal errors and unavailable services, which remain top-level errors. */
export function getRefusalKind({ code, status }: Failure, { signedIn }: { signedIn: boolean }): RefusalKind | null {
  const kind = kindsByCode[code] ?? kindsByStatus[status];
  if (kind) return kind;
  if (status === 401) return signedIn ? 'NotAllowed' : 'SignInRequired';
  return status < 500 ? 'InvalidInput' : null;
}
