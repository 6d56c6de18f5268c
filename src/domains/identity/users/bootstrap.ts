import { createApplicationPassword } from '../auth/application-passwords.ts';
import { createSecret, listSecretHashes } from '../auth/application-secret.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { findUserByName } from './user.record.ts';
import { createUser } from './user.service.ts';

/** Result of `createFirstAdministrator`. */
export interface BootstrapResult {
  userId: number;
  /** Generated credentials, which must be shown once. Null if credentials are configured or an administrator already existed. */
  generated: { login: string; password: string; applicationPassword: string } | null;
}

const PASSWORD_NAME = 'Bootstrap';

/** Creates an administrator if the site has none, and the configured application password if it does not exist. Idempotent. */
export async function createFirstAdministrator(site: Site): Promise<BootstrapResult> {
  const { login, applicationPassword } = site.config.bootstrapAdmin;
  const administratorId = await findFirstAdministrator(site);
  const created = administratorId === null ? await createAdministrator(site) : null;
  const configured = login === undefined ? null : await findUserByName(site, login);
  const ownerId = login === undefined ? (created?.userId ?? administratorId) : (configured?.id ?? null);
  if (applicationPassword !== undefined && ownerId !== null) await ensurePassword(site, ownerId, applicationPassword);
  return created ?? { userId: administratorId as number, generated: null };
}

const selectFirstAdministrator = statement(
  'first_administrator',
  "SELECT id FROM user_account WHERE role = 'administrator' ORDER BY id LIMIT 1",
  rowShape({ id: 'int' }),
);

async function findFirstAdministrator(site: Site): Promise<number | null> {
  const [row] = await site.db.rows(selectFirstAdministrator);
  return row?.id ?? null;
}

async function createAdministrator(site: Site): Promise<BootstrapResult> {
  const { login = 'admin', email = `${toEmailLocalPart(login)}@site.invalid`, password, applicationPassword } = site.config.bootstrapAdmin;
  const generated =
    password === undefined && applicationPassword === undefined
      ? { login, password: createSecret(), applicationPassword: createSecret() }
      : null;
  try {
    const { id } = await createUser(site, { login, email, password: password ?? generated?.password, role: 'administrator' });
    if (generated) await createApplicationPassword(site, id, { name: PASSWORD_NAME, secret: generated.applicationPassword });
    return { userId: id, generated };
  } catch (error) {
    // another process may have created it first
    const existing = error instanceof Failure && error.code === 'existing_user_login' ? await findFirstAdministrator(site) : null;
    if (existing === null) throw error;
    return { userId: existing, generated: null };
  }
}

const toEmailLocalPart = (login: string) => login.replace(/[^A-Za-z0-9._-]+/g, '.');

const selectByHash = statement(
  'application_password_with_hash',
  'SELECT p.uuid FROM application_password p WHERE p.secret_hash = ANY($1::text[]) LIMIT 1',
  rowShape({ uuid: 'uuid' }),
);

async function ensurePassword(site: Site, userId: number, secret: string): Promise<void> {
  const [existing] = await site.db.rows(selectByHash, [listSecretHashes(site, secret)]);
  if (existing) return;
  try {
    await createApplicationPassword(site, userId, { name: PASSWORD_NAME, secret });
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'application_password_exists')) throw error;
  }
}
