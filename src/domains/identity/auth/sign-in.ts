import { now } from '#app/core/time/clock.ts';
import { withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { isEmail } from '../users/user.rules.ts';
import { findUserByName, viewerColumns } from '../users/user.record.ts';
import { listSecretHashes } from './application-secret.ts';
import { recordRefusedSignIn } from '#app/core/db/audited/record-audit-event.ts';
import { countAttempt, buildAttemptTarget } from './attempts.ts';
import { areApplicationPasswordsAllowed } from './availability.ts';
import { type Credentials, parseBasicCredentials } from './credentials.ts';
import { getIdentities } from './identities.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { createNonce, REST_ACTION, verifyNonce } from './nonces.ts';
import { findSession, hashSession } from './sessions.ts';
import { anonymous, recordViewer, type Viewer, createViewer } from './viewer.ts';

/** Parts of a request that identify the caller. */
export interface SignInRequest {
  /** Authorization header of the request. */
  authorization?: string;
  /** Value of the session cookie. */
  cookie?: string;
  /** Value of `_wpnonce` or `X-WP-Nonce`. An empty string is an invalid nonce; undefined means that the request has no nonce. */
  nonce?: string | undefined;
  ip: string;
  userAgent: string;
}

/**
 * Returns the caller of a REST or GraphQL request (docs/behaviour/core-rest.md 6.3, 6.5), and a new nonce for the response if the caller has a
 * session. Basic credentials take precedence over a session. A session is only accepted with a nonce. Throws 401 `incorrect_password`,
 * `invalid_username` or `invalid_email` for wrong credentials, 403 `nonce_invalid` for a wrong nonce, and 429 `too_many_attempts`. Caches callers for
 * a minute.
 */
export async function identify(site: Site, request: SignInRequest): Promise<{ viewer: Viewer; freshNonce: string | null }> {
  if (request.authorization !== undefined && areApplicationPasswordsAllowed(site)) {
    const viewer = await findHeaderViewer(site, request.authorization, request.ip);
    if (viewer) return { viewer, freshNonce: null };
  }
  if (request.nonce === undefined) return { viewer: anonymous, freshNonce: null };
  const session = await findSessionViewer(site, request.cookie);
  const viewer = session ?? anonymous;
  if (!verifyNonce(site, viewer, REST_ACTION, request.nonce))
    throw new Failure('nonce_invalid', 403, 'The nonce does not fit or has expired.');
  return { viewer, freshNonce: session ? createNonce(site, session, REST_ACTION) : null };
}

/** Returns the viewer of the active session with this token, or null. Does not check a nonce: only for pages that change nothing. */
export async function findSessionViewer(site: Site, token: string | undefined): Promise<Viewer | null> {
  if (token === undefined || token === '') return null;
  const identities = getIdentities(site);
  const key = `session ${hashSession(site, token)}`;
  const cached = identities.get(key);
  if (cached) {
    recordViewer(cached.viewer);
    return cached.viewer;
  }
  const epoch = identities.epoch();
  const session = await findSession(site, token);
  if (!session) return null;
  const viewer = createViewer(session.user, 'session', { sessionToken: token });
  identities.remember(key, { viewer, lastUsedAt: 0, until: session.expiresAt.getTime() }, epoch);
  recordViewer(viewer);
  return viewer;
}

/** Returns the viewer of an `Authorization` header, or null if the header has no Basic credentials. */
async function findHeaderViewer(site: Site, header: string, ip: string): Promise<Viewer | null> {
  const identities = getIdentities(site);
  const key = `basic ${createKeyedHash(site, 'authorization', header)}`;
  let identity = identities.get(key);
  if (!identity) {
    const credentials = parseBasicCredentials(header);
    if (!credentials) return null;
    const epoch = identities.epoch();
    identity = { ...(await checkCredentials(site, credentials, ip)), until: Number.POSITIVE_INFINITY };
    identities.remember(key, identity, epoch);
    identity = identities.get(key) ?? identity;
  }
  if (now().getTime() - identity.lastUsedAt >= USE_INTERVAL_MS) {
    identity.lastUsedAt = now().getTime();
    await recordUse(site, identity.viewer.applicationPasswordUuid, ip);
  }
  return identity.viewer;
}

const USE_INTERVAL_MS = 24 * 3600_000;

const selectBySecret = statement(
  'application_password_by_secret',
  `SELECT ${viewerColumns.list}, p.uuid, p.secret_hash AS "secretHash", p.last_used_at AS "lastUsedAt"
    FROM application_password p JOIN user_account u ON u.id = p.user_id WHERE p.secret_hash = ANY($1::text[])`,
  withColumns(viewerColumns, { uuid: 'uuid', secretHash: 'text', lastUsedAt: 'timestamptz?' }),
);

async function checkCredentials(site: Site, { user, password }: Credentials, ip: string): Promise<{ viewer: Viewer; lastUsedAt: number }> {
  const hashes = listSecretHashes(site, password);
  const [row] = await site.db.rows(selectBySecret, [hashes]);
  const name = user.toLowerCase();
  if (
    !row ||
    !hashes.some((hash) => areEqualInConstantTime(row.secretHash, hash)) ||
    (row.login.toLowerCase() !== name && row.email !== name)
  ) {
    throw await refuseCredentials(site, user, ip);
  }
  const { uuid, lastUsedAt, secretHash: _hash, ...viewerUser } = row;
  return { viewer: createViewer(viewerUser, 'password', { applicationPasswordUuid: uuid }), lastUsedAt: lastUsedAt?.getTime() ?? 0 };
}

/**
 * Counts and logs wrong credentials, and returns their failure. Correct credentials are not counted, because application passwords are too long to
 * guess.
 */
async function refuseCredentials(site: Site, user: string, ip: string): Promise<Failure> {
  const knownUser = await findUserByName(site, user);
  await countAttempt(site, 'application password', { ip, target: buildAttemptTarget(knownUser, user) });
  await recordRefusedSignIn(site, 'application_password', knownUser?.id ?? null, ip);
  if (knownUser) return new Failure('incorrect_password', 401, 'The application password is not right.');
  return isEmail(user)
    ? new Failure('invalid_email', 401, 'No user has this e-mail address.')
    : new Failure('invalid_username', 401, 'No user has this login name.');
}

const updateLastUse = statement(
  'application_password_used',
  `UPDATE application_password SET last_used_at = $2, last_ip = $3
    WHERE uuid = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '24 hours')`,
);

/** Records the use of an application password, at most once in 24 hours across all processes. */
async function recordUse(site: Site, uuid: string | null, ip: string): Promise<void> {
  const moment = now();
  moment.setUTCMilliseconds(0);
  try {
    await site.db.rows(updateLastUse, [uuid, moment, ip]);
  } catch (error) {
    // read-only requests must also work with a read-only database
    site.log.warn({ err: error }, 'the use of an application password could not be recorded');
  }
}
