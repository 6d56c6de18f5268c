import { readFileSync } from 'node:fs';
import formbody from '@fastify/formbody';
import '#graphql/embeds/index.ts';
import { createSchema } from '#graphql/schema.ts';
import { createApplicationPassword } from '#app/auth/application-passwords.ts';
import { type App, createApp } from '#app/app.ts';
import { advertisedNamespaces, indexOperation, namespaceTables, operationSources } from '../../rest-map/map.ts';
import oembed from '../../rest-map/oembed-1.0/routes.ts';
import { mountContentPages } from '#app/pages/content/mount.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Role } from '#app/auth/roles.ts';
import type { Viewer } from '#app/auth/viewer.ts';

export interface EmbedApp extends App {
  site: TestSite;
  /** A user and the header that signs them in. */
  signIn(role: Role): Promise<{ viewer: Viewer; authorization: string }>;
  close(): Promise<void>;
}

const file = new URL('../../rest-map/oembed-1.0/shapes.graphql', import.meta.url);

/** The whole service with the embed rows and the public pages, without a port. */
export async function openEmbedApp(): Promise<EmbedApp> {
  const site = await openTestSite();
  const isMapped = namespaceTables.includes(oembed);
  const map = {
    advertised: advertisedNamespaces,
    indexOperation,
    tables: isMapped ? namespaceTables : [...namespaceTables, oembed],
    sources: isMapped ? operationSources() : [...operationSources(), { file: file.pathname, text: readFileSync(file, 'utf8') }],
  };
  const app = await createApp({ site, schema: createSchema(), map });
  if (!app.http.hasRoute({ method: 'GET', url: '/*' })) {
    await app.http.register(async (scope) => {
      await scope.register(formbody);
      mountContentPages(scope, site);
    });
  }
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
