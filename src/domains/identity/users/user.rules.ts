import { type Role, roles } from '../auth/roles.ts';
import { type ArgumentRefusal, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanTitle } from '#app/core/text/clean-html.ts';
import { cleanText } from '#app/core/text/plain-text.ts';

const LOGIN = /^[A-Za-z0-9_.@-]([A-Za-z0-9 _.@-]{0,58}[A-Za-z0-9_.@-])?$/;
const EMAIL = /^[\w!#$%&'*+/=?^`{|}~.-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;
const LOCALE = /^([a-z]{2,3}(_[A-Z]{2})?(_[a-z]+)?)?$/;
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 1000;

/** True for 1 to 60 letters, digits, spaces and `_.-@`, without spaces at the ends. */
export function isLogin(text: string): boolean {
  return LOGIN.test(text);
}

/** True for an address with one `@` and a domain of at least two labels (core-rest.md 3.5). */
export function isEmail(text: string): boolean {
  return text.length >= 6 && text.length <= 254 && EMAIL.test(text);
}

/** Throws `login_invalid`, `email_invalid` or `password_invalid` for invalid values. */
export function checkAccount(given: { login?: string | undefined; email?: string | undefined; password?: string | undefined }): void {
  const { login, email, password } = given;
  if (login !== undefined && !isLogin(login)) {
    throw invalid('login_invalid', 'A login name has up to 60 letters, digits, blanks and the signs _ . - @, and no blank at its ends.');
  }
  if (email !== undefined && !isEmail(email)) throw invalid('email_invalid', 'That is not an e-mail address.');
  if (password !== undefined && (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)) {
    throw invalid('password_invalid', `A password has at least ${SHORTEST_PASSWORD} and at most ${LONGEST_PASSWORD} characters.`);
  }
}

/** Returns the single role of a list. Throws `role_invalid` for unknown roles or more than one. */
export function oneRole(given: readonly string[]): Role {
  const [name, ...others] = new Set(given);
  const role = roles.find((one) => one === name);
  if (!role || others.length > 0) throw invalid('role_invalid', `A user has one role of: ${roles.join(', ')}.`);
  return role;
}

/** Unchecked texts of a profile. */
export interface ProfileTexts {
  displayName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  nickname?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  locale?: string | undefined;
}

/** Cleans the texts for storing. Throws `invalid_arguments` for an address that is not http(s) or a malformed locale. */
export function cleanProfile(given: ProfileTexts): ProfileTexts {
  const faults: Record<string, ArgumentRefusal> = {};
  const clean: ProfileTexts = {};
  for (const name of ['displayName', 'firstName', 'lastName', 'nickname'] as const) {
    const text = given[name];
    if (text !== undefined) clean[name] = cleanText(text.replaceAll('\0', '')).slice(0, 250);
  }
  if (given.description !== undefined)
    clean.description = cleanTitle(given.description.replace(/\r\n?/g, '\n').replaceAll('\0', ''), { unfiltered: false }).trim();
  if (given.url !== undefined) {
    const url = given.url.trim();
    if (url !== '' && !isWebAddress(url)) faults['input.url'] = { code: 'invalid_url', message: 'Not a web address.' };
    else clean.url = url === '' ? '' : webAddress(url);
  }
  if (given.locale !== undefined) {
    if (!LOCALE.test(given.locale)) faults['input.locale'] = { code: 'not_in_enum', message: 'Not a locale such as en_US.' };
    else clean.locale = given.locale || 'en_US';
  }
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
  return clean;
}

/** Normalizes an address with `URL`, without the slash that it appends to a bare host. */
export function webAddress(text: string): string {
  const { href, pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && !text.endsWith('/') ? href.slice(0, -1) : href;
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

/** Derives a slug from a name: lower-case ASCII letters and digits joined by `-`; never empty. */
export function userSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9_]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'user'
  );
}

/** Returns the first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? slug : `${slug}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
