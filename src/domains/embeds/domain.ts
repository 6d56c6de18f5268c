import { defineDomain } from '#app/site.ts';
import { purgeEmbeds } from './embed-cache.ts';
import { embedSettings } from './providers.ts';
import { embedData } from './personal-data.ts';

/** Embeds of this site's content on other sites, and of other sites' content here. */
export const embeds = defineDomain({
  name: 'embeds',
  personalData: embedData,
  settings: embedSettings,
  cleanUp: async (site) => ({ embeds: await purgeEmbeds(site) }),
});
