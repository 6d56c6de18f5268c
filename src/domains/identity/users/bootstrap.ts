import { createApplicationPassword } from '../auth/application-passwords.ts';
import { newSecret, secretHashes } from '../auth/application-secret.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { findUserByName } from './user.record.ts';
import { createUser } from './user.service.ts';

/** First administrator of the site. */
export interface BootstrapResult {
  userId: number;
  /** Generated credentials if none are configured, to be shown once; else null. */
  generated: { login: string; password: string; applicationPassword: string } | null;
}

const PASSWORD_NAME = 'Bootstrap';

/** Creates an administrator if none exists, and the configured application password if it is missing. Idempotent. */
export async function bootstrapAdmin(site: Site): Promise<BootstrapResult> {
  const { login, applicationPassword } = site.config.bootstrapAdmin;
  const first = await firstAdministrator(site);
  const made = first === null ? await makeAdministrator(site) : null;
  const configured = login === undefined ? null : await findUserByName(site, login);
  const owner = login === undefined ? (made?.userId ?? first) : (configured?.id ?? null);
  if (applicationPassword !== undefined && owner !== null) await ensurePassword(site, owner, applicationPassword);
  return made ?? { userId: first as number, generated: null };
}

const firstOfAll = statement(
  'first_administrator',
  "SELECT id FROM user_account WHERE role = 'administrator' ORDER BY id LIMIT 1",
  rowShape({ id: 'int' }),
);

async function firstAdministrator(site: Site): Promise<number | null> {
  const [row] = await site.db.rows(firstOfAll);
  return row?.id ?? null;
}

async function makeAdministrator(site: Site): Promise<BootstrapResult> {
  const { login = 'admin', email = `${userPart(login)}@site.invalid`, password, applicationPassword } = site.config.bootstrapAdmin;
  const generated =
    password === undefined && applicationPassword === undefined ? { login, password: newSecret(), applicationPassword: newSecret() } : null;
  try {
    const { id } = await createUser(site, { login, email, password: password ?? generated?.password, role: 'administrator' });
    if (generated) await createApplicationPassword(site, id, { name: PASSWORD_NAME, secret: generated.applicationPassword });
    return { userId: id, generated };
  } catch (error) {
    // another process may have created it first
    const existing = error instanceof Failure && error.code === 'existing_user_login' ? await firstAdministrator(site) : null;
    if (existing === null) throw error;
    return { userId: existing, generated: null };
  }
}

const userPart = (login: string) => login.replace(/[^A-Za-z0-9._-]+/g, '.');

const withHash = statement(
  'application_password_with_hash',
  'SELECT p.uuid FROM application_password p WHERE p.secret_hash = ANY($1::text[]) LIMIT 1',
  rowShape({ uuid: 'uuid' }),
);

async function ensurePassword(site: Site, userId: number, secret: string): Promise<void> {
  const [known] = await site.db.rows(withHash, [secretHashes(site, secret)]);
  if (known) return;
  try {
    await createApplicationPassword(site, userId, { name: PASSWORD_NAME, secret });
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'application_password_exists')) throw error;
  }
}
