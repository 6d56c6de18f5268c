import { type Role, roles } from '../auth/roles.ts';
import { type ArgumentRefusal, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanTitle } from '#app/core/text/clean-html.ts';
import { cleanText } from '#app/core/text/plain-text.ts';

const LOGIN = /^[A-Za-z0-9_.@-]([A-Za-z0-9 _.@-]{0,58}[A-Za-z0-9_.@-])?$/;
const EMAIL = /^[\w!#$%&'*+/=?^`{|}~.-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;
const LOCALE = /^([a-z]{2,3}(_[A-Z]{2})?(_[a-z]+)?)?$/;
const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1000;

/** True for 1 to 60 letters, digits, spaces and `_.-@`, without spaces at the ends. */
export function isLogin(text: string): boolean {
  return LOGIN.test(text);
}

/** True for an email address with one `@` and a domain of at least two labels (docs/behaviour/core-rest.md 3.5). */
export function isEmail(text: string): boolean {
  return text.length >= 6 && text.length <= 254 && EMAIL.test(text);
}

/** Throws `login_invalid`, `email_invalid` or `password_invalid` for invalid values. */
export function checkAccount(given: { login?: string | undefined; email?: string | undefined; password?: string | undefined }): void {
  const { login, email, password } = given;
  if (login !== undefined && !isLogin(login)) {
    throw invalid('login_invalid', 'A login name has 1 to 60 letters, digits, spaces and characters of _ . - @, and no space at its ends.');
  }
  if (email !== undefined && !isEmail(email)) throw invalid('email_invalid', 'This is not an email address.');
  if (password !== undefined && (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)) {
    throw invalid('password_invalid', `A password has at least ${MIN_PASSWORD_LENGTH} and at most ${MAX_PASSWORD_LENGTH} characters.`);
  }
}

/** Returns the single role of a list. Throws `role_invalid` if the list contains no role, more than one role or an unknown role. */
export function toSingleRole(given: readonly string[]): Role {
  const [name, ...others] = new Set(given);
  const role = roles.find((known) => known === name);
  if (!role || others.length > 0) throw invalid('role_invalid', `A user has exactly one of the roles ${roles.join(', ')}.`);
  return role;
}

/** Strings of a profile, before or after cleaning. */
export interface ProfileTexts {
  displayName?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  nickname?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  locale?: string | undefined;
}

/** Cleans the strings of a profile for storing. Throws `invalid_arguments` for a `url` that is not an HTTP URL or for a malformed locale. */
export function cleanProfile(given: ProfileTexts): ProfileTexts {
  const refusals: Record<string, ArgumentRefusal> = {};
  const clean: ProfileTexts = {};
  for (const name of ['displayName', 'firstName', 'lastName', 'nickname'] as const) {
    const text = given[name];
    if (text !== undefined) clean[name] = cleanText(text.replaceAll('\0', '')).slice(0, 250);
  }
  if (given.description !== undefined)
    clean.description = cleanTitle(given.description.replace(/\r\n?/g, '\n').replaceAll('\0', ''), { unfiltered: false }).trim();
  if (given.url !== undefined) {
    const url = given.url.trim();
    if (url !== '' && !isHttpUrl(url)) refusals['input.url'] = { code: 'invalid_url', message: 'This is not an HTTP URL.' };
    else clean.url = url === '' ? '' : normalizeUrl(url);
  }
  if (given.locale !== undefined) {
    if (!LOCALE.test(given.locale)) refusals['input.locale'] = { code: 'not_in_enum', message: 'This is not a locale such as en_US.' };
    else clean.locale = given.locale || 'en_US';
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return clean;
}

/** Normalizes a URL like the class `URL`, but does not append a slash to a URL without a path. */
export function normalizeUrl(text: string): string {
  const { href, pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && !text.endsWith('/') ? href.slice(0, -1) : href;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

/** Derives a slug from a name: lower-case ASCII letters and digits joined by `-`; never empty. */
export function toUserSlug(name: string): string {
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
export function findFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? slug : `${slug}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
