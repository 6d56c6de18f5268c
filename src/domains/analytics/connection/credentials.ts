import type { Site } from '#app/site.ts';
import { decryptSecret, encryptSecret } from './sealing.ts';

/** OAuth credentials of the site at the provider. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Returns the credentials in the environment, or else the stored ones. Null if none exist, or if the stored secret cannot be decrypted. */
export async function findCredentials(site: Site): Promise<Credentials | null> {
  const { client } = site.config.analytics;
  if (client) return { clientId: client.id, clientSecret: client.secret };
  const row = await site.db.prisma.analyticsSite.findUnique({ where: { id: 1 }, select: { clientId: true, clientSecret: true } });
  if (!row || row.clientId === '' || row.clientSecret === null) return null;
  const clientSecret = decryptSecret(site, row.clientSecret);
  return clientSecret === null || clientSecret === '' ? null : { clientId: row.clientId, clientSecret };
}

/** Stores the credentials of the site. A site with credentials counts as connected. */
export async function connectSite(site: Site, { clientId, clientSecret }: Credentials, mode: 'managed' | 'custom'): Promise<void> {
  const values = { clientId, clientSecret: clientSecret === '' ? null : encryptSecret(site, clientSecret), mode };
  await site.db.prisma.analyticsSite.upsert({ where: { id: 1 }, create: values, update: values, select: { id: true } });
}
