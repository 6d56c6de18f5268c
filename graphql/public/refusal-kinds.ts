import type { Failure } from '#app/core/failures/failure.ts';

/** The types of refusals, and what each says. */
export const refusalKinds = {
  InvalidInput: 'An argument is wrong: `path` is its path.',
  NotFound: 'What is to be changed, or something that is named, is not there.',
  NotAllowed: 'The signed-in user may not do this.',
  SignInRequired: 'This is for people who have signed in.',
  WrongCredentials: 'What was to prove who someone is does not: a password, a code, a passkey.',
  Conflict: 'The current state does not allow it.',
  SoldOut: 'There are fewer places left than are wanted.',
  TooManyRequests: 'It was asked for too often: `retryAfter` says when to try again.',
  Unavailable: 'This site does not offer it, or the service behind it does not do its part.',
} as const;

export type RefusalKind = keyof typeof refusalKinds;

/** Kinds of failures whose status says something else, mostly because old clients know them by it, by code. */
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

const byStatus: Readonly<Record<number, RefusalKind>> = {
  403: 'NotAllowed',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Conflict',
  429: 'TooManyRequests',
  501: 'Unavailable',
  502: 'Unavailable',
};

/**
 * The type by which a refusal is told; null for what is not one: a fault of ours, and a service that is away as a whole, which stay errors of the
 * document.
 */
export function kindOf({ code, status }: Failure, { signedIn }: { signedIn: boolean }): RefusalKind | null {
  const known = kindsByCode[code] ?? byStatus[status];
  if (known) return known;
  if (status === 401) return signedIn ? 'NotAllowed' : 'SignInRequired';
  return status < 500 ? 'InvalidInput' : null;
}
