import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../../identity/auth/recent-proof.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { completeFactorRemoval } from '../factor-removal.ts';
import { methodNotSetUp, setupExpired, wrongSetupCode } from '../failures.ts';
import { queueFactorNotification } from '../factor-notification.ts';
import { decryptAppSecret, sealAppSecret } from './app-secret.ts';
import { buildAppUrl, createAppSecret, SETUP_LIFE_MS, findCodeStep } from './authenticator-app.rules.ts';

/** Secret of an authenticator app, which is shown during the setup. */
export interface AppSetup {
  /** Secret in base32, for typing. */
  secret: string;
  /** `otpauth:` URL with the secret and the names of the site and the user, for a QR code. */
  url: string;
}

function toSetup(site: Site, viewer: Viewer, secret: string): AppSetup {
  const host = new URL(site.config.siteUrl).host;
  return { secret, url: buildAppUrl(secret, { issuer: site.settings.get(siteName) || host, label: viewer.user?.login ?? '' }) };
}

/**
 * Creates the secret of a new app, which replaces an unconfirmed secret. An active app stays active until the new app is confirmed. Throws
 * `proof_needed`.
 */
export async function beginApp(site: Site, viewer: Viewer): Promise<AppSetup> {
  await requireRecentProof(site, viewer);
  const secret = createAppSecret();
  const stored = { sealedSecret: sealAppSecret(site, viewer.id, secret), createdAt: now(), lastStep: 0 };
  const key = { userId: viewer.id, isConfirmed: false };
  await site.db.prisma.authenticatorApp.upsert({
    where: { userId_isConfirmed: key },
    create: { ...key, ...stored },
    update: stored,
    select: { userId: true },
  });
  return toSetup(site, viewer, secret);
}

async function readSecret(site: Site, tx: Tx, userId: number, isConfirmed: boolean): Promise<string | null> {
  const stored = await tx.authenticatorApp.findUnique({
    where: { userId_isConfirmed: { userId, isConfirmed } },
    select: { sealedSecret: true, createdAt: true },
  });
  const hasExpired = !isConfirmed && now().getTime() - (stored?.createdAt.getTime() ?? 0) > SETUP_LIFE_MS;
  return stored && !hasExpired ? decryptAppSecret(site, userId, stored.sealedSecret) : null;
}

/** Returns the secret of the unconfirmed app, so that it can be shown again, or null. Throws `proof_needed`. */
export async function findUnconfirmedApp(site: Site, viewer: Viewer): Promise<AppSetup | null> {
  await requireRecentProof(site, viewer);
  const secret = await readSecret(site, site.db.prisma, viewer.id, false);
  return secret === null ? null : toSetup(site, viewer, secret);
}

/**
 * Confirms a new app by its first code. The app becomes active and replaces the previous app. Throws `proof_needed`, 404 `second_factor_setup_over`
 * or 400 `second_factor_setup_code_wrong`.
 */
export async function confirmApp(site: Site, viewer: Viewer, code: string): Promise<void> {
  await requireRecentProof(site, viewer);
  const userId = viewer.id;
  await site.db.transaction(async (tx) => {
    const secret = await readSecret(site, tx, userId, false);
    if (secret === null) throw setupExpired();
    const step = findCodeStep(secret, code, now());
    if (step === null) throw wrongSetupCode();
    await tx.authenticatorApp.deleteMany({ where: { userId, isConfirmed: true } });
    const { count } = await tx.authenticatorApp.updateMany({
      where: { userId, isConfirmed: false },
      data: { isConfirmed: true, lastStep: step },
    });
    if (count === 0) throw setupExpired();
    await queueFactorNotification(site, tx, { userId, news: 'app added' });
  });
  notifyMailQueued(site);
}

/** Removes the user's active and unconfirmed apps. Throws `proof_needed`, 404 `second_factor_not_set_up` or `second_factor_required`. */
export async function removeApp(site: Site, viewer: Viewer): Promise<void> {
  await requireRecentProof(site, viewer);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.authenticatorApp.deleteMany({ where: { userId: viewer.id } });
    if (count === 0) throw methodNotSetUp();
    await completeFactorRemoval(site, tx, viewer.id);
    await queueFactorNotification(site, tx, { userId: viewer.id, news: 'app removed' });
  });
  notifyMailQueued(site);
}

/** Returns true for a correct and unused code of the user's app. Invalidates the codes of the same and of earlier time steps. */
export async function consumeAppCode(site: Site, tx: Tx, userId: number, code: string): Promise<boolean> {
  const secret = await readSecret(site, tx, userId, true);
  const step = secret === null ? null : findCodeStep(secret, code, now());
  if (step === null) return false;
  const { count } = await tx.authenticatorApp.updateMany({
    where: { userId, isConfirmed: true, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}
