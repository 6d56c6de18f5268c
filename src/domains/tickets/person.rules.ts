import { type ArgumentRefusals, throwIfRefused } from '#app/core/failures/failure.ts';

const EMAIL_FORMAT = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u;
/** A visible character. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Input for a name and an email address. Absent values are not checked. */
export interface PersonInput {
  fullName?: string | null | undefined;
  email?: string | null | undefined;
}

/** Returns the path of a member of an argument, such as `buyer.email`, or only the member if `argument` is empty. */
export const joinPath = (argument: string, member: string): string => (argument === '' ? member : `${argument}.${member}`);

/** Returns the faults in a name and an email address, by argument path. `argument` is the parent of both paths, or empty. */
export function findContactFaults(argument: string, { fullName, email }: PersonInput): ArgumentRefusals {
  return {
    ...(typeof fullName === 'string' && !VISIBLE.test(fullName) && { [joinPath(argument, 'fullName')]: 'Enter a name.' }),
    ...(typeof email === 'string' &&
      !EMAIL_FORMAT.test(email) && { [joinPath(argument, 'email')]: { code: 'email_malformed', message: 'Invalid email address.' } }),
  };
}

/** Throws `invalid_arguments` for an invalid name or email address. */
export function checkPerson(argument: string, person: PersonInput): void {
  throwIfRefused(findContactFaults(argument, person));
}
