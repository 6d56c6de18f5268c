import type { Row } from '#app/core/db/model.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../../identity/auth/recent-proof.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { completeFactorRemoval } from '../factor-removal.ts';
import { passkeyNotFound } from '../failures.ts';
import { queueFactorNotification } from '../factor-notification.ts';

/** A stored passkey. */
export type PasskeyRecord = Row<'Passkey'>;

/** Maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 100;

/** Normalizes a name to one line of at most 100 characters. Returns `Passkey` if it is empty. */
export function cleanPasskeyName(requested: string): string {
  const name = requested.replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim();
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim() || 'Passkey';
}

/** Returns the passkeys of a user, oldest first. */
export async function listPasskeys({ db }: Pick<Site, 'db'>, userId: number): Promise<PasskeyRecord[]> {
  return await db.prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } });
}

/** Renames a passkey of the viewer. Throws `proof_needed` or 404 `passkey_not_found`. */
export async function renamePasskey(site: Site, viewer: Viewer, id: number, name: string): Promise<PasskeyRecord> {
  await requireRecentProof(site, viewer);
  const [renamed] = await site.db.prisma.passkey.updateManyAndReturn({
    where: { id, userId: viewer.id },
    data: { name: cleanPasskeyName(name) },
  });
  if (!renamed) throw passkeyNotFound();
  return renamed;
}

/** Removes a passkey of the viewer. Throws `proof_needed`, 404 `passkey_not_found` or `second_factor_required`. */
export async function removePasskey(site: Site, viewer: Viewer, id: number): Promise<void> {
  await requireRecentProof(site, viewer);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId: viewer.id } });
    if (count === 0) throw passkeyNotFound();
    await completeFactorRemoval(site, tx, viewer.id);
    await queueFactorNotification(site, tx, { userId: viewer.id, news: 'passkey removed' });
  });
  notifyMailQueued(site);
}
