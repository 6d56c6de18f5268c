import { defineDomain } from '#app/site.ts';
import { purgeEmbeds } from './embed-cache.ts';
import { embedSettings } from './providers.ts';
import { embedData } from './personal-data.ts';

/** Content of this site on others, and of others here. */
export const embeds = defineDomain({
  name: 'embeds',
  personalData: embedData,
  settings: embedSettings,
  cleanUp: async (site) => ({ embeds: await purgeEmbeds(site) }),
});
