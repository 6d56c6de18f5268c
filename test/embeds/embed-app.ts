import { createApplicationPassword } from '#app/domains/identity/auth/application-passwords.ts';
import type { App } from '#app/app.ts';
import { createSiteApp } from '../support/app.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Role } from '#app/domains/identity/auth/roles.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';

export interface EmbedApp extends App {
  site: TestSite;
  /** Creates a user and returns the header for requests of that user. */
  signIn(role: Role): Promise<{ viewer: Viewer; authorization: string }>;
  close(): Promise<void>;
}

/** Opens the whole service without a port. */
export async function openEmbedApp(): Promise<EmbedApp> {
  const site = await openTestSite();
  const app = await createSiteApp(site);
  return {
    ...app,
    site,
    async signIn(role) {
      const viewer = await makeUser(site, role);
      const { secret } = await createApplicationPassword(site, viewer.id, { name: 'test' });
      return { viewer, authorization: `Basic ${Buffer.from(`${viewer.user?.login}:${secret}`).toString('base64')}` };
    },
    close: async () => {
      await app.http.close();
      await site.close();
    },
  };
}
