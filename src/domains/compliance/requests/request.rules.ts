import { isEmail } from '../../identity/users/user.rules.ts';

const MAX_NAME_LENGTH = 100;

/** Fields of a data request form. */
export interface DataRequestInput {
  /** Value of a hidden field that only bots fill in. */
  firstName: string;
  name: string;
  email: string;
}

/**
 * Returns the reason why a request is invalid, or null. Returns only the first of several reasons (docs/behaviour/cache-compliance-maps-2fa-theme.md
 * 2.7).
 */
export function findInvalidReason({ firstName, name, email }: DataRequestInput): string | null {
  if (Array.from(name).length > MAX_NAME_LENGTH) return 'Your name is too long.';
  if (name === '') return 'Please enter your name.';
  if (!isEmail(email)) return 'Please enter a valid e-mail address.';
  return firstName === '' ? null : 'Your request could not be sent.';
}
