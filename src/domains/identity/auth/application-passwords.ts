import { randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { formatSecret, createSecret, hashSecret } from './application-secret.ts';
import { invalidateIdentity } from './identities.ts';
import type { Viewer } from './viewer.ts';

/** An application password without its secret. */
export type ApplicationPasswordRecord = Row<'ApplicationPassword'>;

/** Relations and fields to read, such as those that a GraphQL query selects. */
type ReadOptions = Pick<Prisma.ApplicationPasswordDefaultArgs, 'include' | 'select'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_NAME_LENGTH = 500;

/** True if the string is a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the application passwords of a user, oldest first. */
export async function listApplicationPasswords(
  site: Site,
  userId: number,
  readOptions: ReadOptions = {},
): Promise<ApplicationPasswordRecord[]> {
  return site.db.prisma.applicationPassword.findMany({
    ...readOptions,
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { uuid: 'asc' }],
  });
}

/** Returns an application password of a user. Throws 404 `application_password_not_found`. */
export async function getApplicationPassword(
  site: Site,
  userId: number,
  uuid: string,
  readOptions: ReadOptions = {},
): Promise<ApplicationPasswordRecord> {
  const record = isUuid(uuid) ? await site.db.prisma.applicationPassword.findFirst({ ...readOptions, where: { uuid, userId } }) : null;
  if (!record) throw notFound('application_password_not_found', 'There is no such application password.');
  return record;
}

/** Returns the application password that authenticated the request. Throws 404 `not_signed_in_by_application_password` for other requests. */
export async function getCurrentApplicationPassword(
  site: Site,
  viewer: Viewer,
  readOptions: ReadOptions = {},
): Promise<ApplicationPasswordRecord> {
  if (viewer.applicationPasswordUuid === null)
    throw notFound('not_signed_in_by_application_password', 'This request does not use an application password.');
  return getApplicationPassword(site, viewer.id, viewer.applicationPasswordUuid, readOptions);
}

/** A new application password. */
export interface ApplicationPasswordDraft {
  name: string;
  /** UUID of the application, or empty. */
  appId?: string | undefined;
  /** Secret of 24 letters and digits for the first administrator. If absent, a random secret is created. */
  secret?: string | undefined;
}

/**
 * Creates an application password. Returns `secret` (24 letters and digits) and `password` (the same secret in groups of four). Neither can be read
 * later. Throws `invalid_arguments` for a blank or too long name or an application ID that is not a UUID, and 409 `application_password_exists` if
 * the given secret is in use.
 */
export async function createApplicationPassword(
  site: Site,
  userId: number,
  draft: ApplicationPasswordDraft,
): Promise<{ secret: string; password: string; record: ApplicationPasswordRecord }> {
  const name = cleanName(draft.name);
  const appId = draft.appId ?? '';
  if (appId !== '' && !isUuid(appId))
    throw invalidArguments({ 'input.appId': { code: 'invalid_uuid', message: 'appId is not a valid UUID.' } });
  const secret = draft.secret ?? createSecret();
  const createdAt = now();
  createdAt.setUTCMilliseconds(0);
  try {
    const record = await site.db.prisma.applicationPassword.create({
      data: { uuid: randomUUID(), userId, appId, name, secretHash: hashSecret(site, secret), createdAt },
    });
    return { secret, password: formatSecret(secret), record };
  } catch (error) {
    if (isUniqueViolation(error)) throw new Failure('application_password_exists', 409, 'This application password already exists.');
    throw error;
  }
}

/** Renames an application password, or only returns it if `name` is undefined. Throws for a blank name, and like `getApplicationPassword`. */
export async function renameApplicationPassword(
  site: Site,
  userId: number,
  uuid: string,
  name: string | undefined,
): Promise<ApplicationPasswordRecord> {
  const stored = await getApplicationPassword(site, userId, uuid);
  if (name === undefined) return stored;
  const { count } = await site.db.prisma.applicationPassword.updateMany({ where: { uuid, userId }, data: { name: cleanName(name) } });
  return count === 0 ? getApplicationPassword(site, userId, uuid) : { ...stored, name: cleanName(name) };
}

/** Revokes an application password immediately and returns its last state. It may be the password that authenticated this request. */
export async function revokeApplicationPassword(site: Site, userId: number, uuid: string): Promise<ApplicationPasswordRecord> {
  const previous = await getApplicationPassword(site, userId, uuid);
  await site.db.prisma.applicationPassword.deleteMany({ where: { uuid, userId } });
  await invalidateIdentity(site, userId);
  return previous;
}

/** Revokes all application passwords of a user and returns their number. */
export async function revokeApplicationPasswords(site: Site, userId: number): Promise<number> {
  const { count } = await site.db.prisma.applicationPassword.deleteMany({ where: { userId } });
  await invalidateIdentity(site, userId);
  return count;
}

function cleanName(raw: string): string {
  const name = raw.replaceAll('\0', '').trim();
  if (name === '') throw invalidArguments({ 'input.name': { code: 'invalid_pattern', message: 'name does not match pattern .*\\S.*.' } });
  if (name.length > MAX_NAME_LENGTH)
    throw invalidArguments({ 'input.name': { code: 'too_long', message: `name must be at most ${MAX_NAME_LENGTH} characters long.` } });
  return name;
}
