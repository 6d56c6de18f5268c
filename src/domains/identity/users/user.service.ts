import type { Role } from '../auth/roles.ts';
import { invalidateIdentity } from '../auth/identities.ts';
import { endSessions } from '../auth/sessions.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { toPasswordCost, hashPassword } from './password.ts';
import { findUser, type UserRecord } from './user.record.ts';
import { checkAccount, cleanProfile, findFreeSlug, type ProfileTexts, toUserSlug } from './user.rules.ts';

/** A new user. */
export interface UserDraft extends ProfileTexts {
  /** ID of the user, which must be free. If absent, the next free ID. */
  id?: number | undefined;
  login: string;
  email: string;
  /** Without a password, the user cannot sign in on the sign-in page. */
  password?: string | undefined;
  /** `subscriber` by default. */
  role?: Role | undefined;
  slug?: string | undefined;
}

/** Changes of a user. Omitted values do not change. The login name cannot change. */
export interface UserChanges extends ProfileTexts {
  email?: string | undefined;
  password?: string | undefined;
  role?: Role | undefined;
  slug?: string | undefined;
  /** The current login name. Any other value is an error. */
  login?: string | undefined;
}

/** Returns the user with this ID. Throws 404 `user_not_found`. */
export async function getUser(site: Site, id: number): Promise<UserRecord> {
  const user = await findUser(site, id);
  if (!user) throw userNotFound();
  return user;
}

/** Returns the failure for an unknown user ID. */
export function userNotFound(): Failure {
  return notFound('user_not_found', 'There is no user with this id.');
}

/**
 * Creates a user. Throws `existing_user_login` or `existing_user_email` if another user has the login name or email address, ignoring case. A login
 * name must not be another user's email address, and vice versa. Also throws like `checkAccount` and `cleanProfile`.
 */
export async function createUser(site: Site, draft: UserDraft): Promise<UserRecord> {
  checkAccount(draft);
  const profile = cleanProfile(draft);
  const email = draft.email.toLowerCase();
  const passwordHash = draft.password === undefined ? '' : await hashPassword(draft.password, toPasswordCost(site.config.passwordCost));
  const registeredAt = now();
  registeredAt.setUTCMilliseconds(0);
  const id = await retryTakenSlug(() =>
    site.db.transaction(async (tx) => {
      await checkNames(tx, { login: draft.login, email });
      const created = await tx.user.create({
        select: { id: true },
        data: {
          ...(draft.id !== undefined && { id: draft.id }),
          login: draft.login,
          email,
          passwordHash,
          registeredAt,
          role: draft.role ?? 'subscriber',
          slug: await findFreeUserSlug(tx, draft.slug ?? draft.login),
          displayName: profile.displayName || joinName(profile) || draft.login,
          nickname: profile.nickname || draft.login,
          firstName: profile.firstName ?? '',
          lastName: profile.lastName ?? '',
          url: profile.url ?? '',
          description: profile.description ?? '',
          locale: profile.locale ?? 'en_US',
        },
      });
      return created.id;
    }),
  );
  return getUser(site, id);
}

const joinName = ({ firstName = '', lastName = '' }: ProfileTexts) => `${firstName} ${lastName}`.trim();

/**
 * Updates a user. A new password ends all sessions of the user except the one with the token `keepSession`. Throws 404 `user_not_found`,
 * `existing_user_email`, `user_slug_taken`, `login_fixed`, and `last_administrator` if the only administrator would lose the role. Also throws like
 * `checkAccount` and `cleanProfile`.
 */
export async function updateUser(
  site: Site,
  id: number,
  changes: UserChanges,
  options: { keepSession?: string } = {},
): Promise<UserRecord> {
  checkAccount(changes);
  const { displayName, nickname, ...profile } = cleanProfile(changes);
  const email = changes.email?.toLowerCase();
  const passwordHash =
    changes.password === undefined ? undefined : await hashPassword(changes.password, toPasswordCost(site.config.passwordCost));
  await retryTakenSlug(() =>
    site.db.transaction(async (tx) => {
      const stored = await tx.user.findUnique({ where: { id }, select: { role: true, login: true } });
      if (!stored) throw userNotFound();
      if (changes.login !== undefined && changes.login !== stored.login) throw invalid('login_fixed', 'A login name cannot be changed.');
      if (email !== undefined) await checkNames(tx, { email }, id);
      if (stored.role === 'administrator' && changes.role !== undefined && changes.role !== 'administrator')
        await checkOtherAdministrator(tx, id);
      await tx.user.update({
        where: { id },
        data: {
          ...profile,
          ...(displayName && { displayName }),
          ...(nickname && { nickname }),
          ...(email !== undefined && { email }),
          ...(passwordHash !== undefined && { passwordHash }),
          ...(changes.role !== undefined && { role: changes.role }),
          ...(changes.slug !== undefined && { slug: await checkSlug(tx, changes.slug, id) }),
        },
      });
    }),
  );
  await invalidateIdentity(site, id);
  if (passwordHash !== undefined) await endSessions(site, id, options.keepSession);
  return getUser(site, id);
}

/** Deletes the password and all sessions of a user, but not the application passwords. Call `invalidateIdentity` after the commit. */
export async function removePassword(tx: Tx, id: number): Promise<void> {
  await tx.user.updateMany({ where: { id }, data: { passwordHash: '' } });
  await tx.session.deleteMany({ where: { userId: id } });
}

/**
 * Deletes a user with all sessions and application passwords, and returns the last state of the user. The user with the ID `reassignTo` becomes the
 * author of the content. If it is null, the content has no author. Throws 404 `user_not_found`, `last_administrator`, or `heir_not_found` if
 * `reassignTo` does not exist or is the deleted user.
 */
export async function deleteUser(site: Site, id: number, reassignTo: number | null): Promise<UserRecord> {
  const previous = await getUser(site, id);
  await site.db.transaction(async (tx) => {
    if (previous.role === 'administrator') await checkOtherAdministrator(tx, id);
    if (reassignTo !== null) {
      const newAuthor = reassignTo === id ? null : await tx.user.findUnique({ where: { id: reassignTo }, select: { id: true } });
      if (!newAuthor) throw invalid('heir_not_found', 'There is no other user with this ID to whom the content can be reassigned.');
      await tx.content.updateMany({ where: { authorId: id }, data: { authorId: reassignTo } });
      await tx.revision.updateMany({ where: { authorId: id }, data: { authorId: reassignTo } });
    }
    const { count } = await tx.user.deleteMany({ where: { id } });
    if (count === 0) throw userNotFound();
  });
  await invalidateIdentity(site, id);
  return previous;
}

const selectTakenNames = statement(
  'user_names_taken',
  'SELECT lower(login) AS login, email FROM user_account WHERE id <> $1 AND (lower(login) = ANY($2::text[]) OR email = ANY($2::text[]))',
  rowShape({ login: 'text', email: 'text' }),
);

async function checkNames(tx: Tx, names: { login?: string; email: string }, except = 0): Promise<void> {
  const lowerCaseNames = [names.email, ...(names.login === undefined ? [] : [names.login.toLowerCase()])];
  const taken = await queryIn(tx, selectTakenNames, except, lowerCaseNames);
  const login = names.login?.toLowerCase();
  if (login !== undefined && taken.some((user) => user.login === login || user.email === login)) throw loginTaken();
  if (taken.length > 0) throw emailTaken();
}

const loginTaken = () => invalid('existing_user_login', 'Another user has this login name.');
const emailTaken = () => invalid('existing_user_email', 'Another user has this email address.');

const lockAdministrators = statement(
  'lock_administrators',
  "SELECT id FROM user_account WHERE role = 'administrator' ORDER BY id FOR UPDATE",
  rowShape({ id: 'int' }),
);

/**
 * Throws `last_administrator` if the site has no other administrator. Locks all administrators, so that two cannot remove each other concurrently.
 */
async function checkOtherAdministrator(tx: Tx, id: number): Promise<void> {
  const administrators = await queryIn(tx, lockAdministrators);
  if (!administrators.some((other) => other.id !== id)) throw invalid('last_administrator', 'The site needs at least one administrator.');
}

/** Returns the slug for a user. Throws `user_slug_taken` if another user has it, because the URL of an author page must not change its owner. */
async function checkSlug(tx: Tx, requested: string, id: number): Promise<string> {
  const slug = toUserSlug(requested);
  const other = await tx.user.findFirst({ where: { slug, id: { not: id } }, select: { id: true } });
  if (other) throw invalid('user_slug_taken', 'Another user has this slug.');
  return slug;
}

async function findFreeUserSlug(tx: Tx, requested: string): Promise<string> {
  const slug = toUserSlug(requested);
  const taken = await tx.user.findMany({ where: { slug: { startsWith: slug } }, select: { slug: true } });
  return findFreeSlug(slug, new Set(taken.map((user) => user.slug)));
}

/**
 * Runs a write, and repeats it if a concurrent request took the slug. Throws `existing_user_login` or `existing_user_email` if a concurrent request
 * took the login name or email address.
 */
async function retryTakenSlug<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'user_account_email_key')) throw emailTaken();
      if (isUniqueViolation(error, 'user_account_login_key') || isUniqueViolation(error, 'user_account_login_lower')) throw loginTaken();
      if (attempt === 3 || !isUniqueViolation(error)) throw error;
    }
  }
}
