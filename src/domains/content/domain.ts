import { defineDomain } from '#app/site.ts';
import { emptyTrash, publishScheduled } from './content.jobs.ts';
import * as contentSettings from './content.settings.ts';
import { seedDemoPosts } from './demo.ts';
import { ensureInitialContent } from './initial.ts';
import { listMenuLinks } from './pages/menu.ts';
import { mountContentPages } from './pages/mount.ts';
import { contentData } from './personal-data.ts';
import { removeOldRevisions } from './revision-retention.ts';

/** Posts and pages with their terms and revisions. */
export const content = defineDomain({
  name: 'content',
  personalData: contentData,
  settings: Object.values(contentSettings),
  jobs: [publishScheduled, emptyTrash],
  createInitialContent: ensureInitialContent,
  demoContent: () => seedDemoPosts,
  getMenuLinks: listMenuLinks,
  pages: mountContentPages,
  cleanUp: async (site) => ({ revisions: await removeOldRevisions(site) }),
});
