import { defineDomain } from '#app/site.ts';
import { trashDays } from '#app/core/settings/site.settings.ts';
import { purgeTrashedComments } from './comment.service.ts';
import * as commentSettings from './comments.settings.ts';
import { commentData } from './personal-data.ts';

/** Comments on content. */
export const comments = defineDomain({
  name: 'comments',
  personalData: commentData,
  settings: Object.values(commentSettings),
  cleanUp: async (site) => ({ comments: await purgeTrashedComments(site, site.settings.get(trashDays)) }),
});
