import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';

/** Returns the URL of a user's picture. `size` is the side length in pixels. */
const buildAvatarUrl = (site: Site, userId: number, size: number) => `${site.config.siteUrl}/avatars/${userId}.svg?s=${size}`;

/** URLs of a user's picture in the sizes that clients can select. */
export const AvatarUrls = builder.objectRef<{ id: number }>('AvatarUrls').implement({
  description: "URLs of a user's picture, by side length.",
  fields: (t) => ({
    s24: t.string({
      description: 'URL of the picture with a side length of 24 pixels.',
      resolve: ({ id }, _args, { site }) => buildAvatarUrl(site, id, 24),
    }),
    s48: t.string({
      description: 'URL of the picture with a side length of 48 pixels.',
      resolve: ({ id }, _args, { site }) => buildAvatarUrl(site, id, 48),
    }),
    s96: t.string({
      description: 'URL of the picture with a side length of 96 pixels.',
      resolve: ({ id }, _args, { site }) => buildAvatarUrl(site, id, 96),
    }),
  }),
});
