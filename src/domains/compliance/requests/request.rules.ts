import { isEmail } from '../../identity/users/user.rules.ts';

const LONGEST_NAME = 100;

/** A data request as a form sends it. */
export interface SentRequest {
  /** Hidden field that only bots fill in. */
  firstName: string;
  name: string;
  email: string;
}

/** Returns the fault of a request as text, or null. Of several faults, the last one is returned (cache-compliance-maps-2fa-theme.md 2.7). */
export function faultOf({ firstName, name, email }: SentRequest): string | null {
  let fault: string | null = null;
  if (firstName !== '') fault = 'Your request could not be sent.';
  if (!isEmail(email)) fault = 'Please enter a valid e-mail address.';
  if (name === '') fault = 'Please enter your name.';
  if (Array.from(name).length > LONGEST_NAME) fault = 'Your name is too long.';
  return fault;
}
