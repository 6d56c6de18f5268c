import type { Site } from '#app/site.ts';
import { verificationTokens } from '../analytics.settings.ts';
import { getString } from '../json.ts';
import type { DatapointCall } from '../modules/datapoint.ts';

/**
 * Gives access to the token that proves that the user owns the site. The provider issues the token, pages contain it, and the provider
 * later confirms it.
 */
export function createVerificationStore(site: Site, userId: number): DatapointCall['verification'] {
  const { analyticsUser } = site.db.prisma;
  return {
    async find() {
      const row = await analyticsUser.findUnique({ where: { userId }, select: { verification: true } });
      const [method, token] = [getString(row?.verification, 'method'), getString(row?.verification, 'token')];
      return token === '' ? null : { method, token };
    },
    async store(verification) {
      await analyticsUser.upsert({
        where: { userId },
        create: { userId, verification },
        update: { verification },
        select: { userId: true },
      });
      await site.settings.change(verificationTokens, (tokens) => [...new Set([...tokens, verification.token])]);
    },
    async confirm() {
      await analyticsUser.upsert({
        where: { userId },
        create: { userId, isVerified: true },
        update: { isVerified: true },
        select: { userId: true },
      });
    },
  };
}
