import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';

/** Returns the URL of the picture of a user with a side length in pixels. */
const avatarUrl = (site: Site, userId: number, size: number) => `${site.config.siteUrl}/avatars/${userId}.svg?s=${size}`;

/** URLs of the picture of a user in the published sizes. */
export const AvatarUrls = builder.objectRef<{ id: number }>('AvatarUrls').implement({
  description: "URLs of a user's picture, by side length.",
  fields: (t) => ({
    s24: t.string({
      description: 'URL of the picture with a side length of 24 pixels.',
      resolve: ({ id }, _args, { site }) => avatarUrl(site, id, 24),
    }),
    s48: t.string({
      description: 'URL of the picture with a side length of 48 pixels.',
      resolve: ({ id }, _args, { site }) => avatarUrl(site, id, 48),
    }),
    s96: t.string({
      description: 'URL of the picture with a side length of 96 pixels.',
      resolve: ({ id }, _args, { site }) => avatarUrl(site, id, 96),
    }),
  }),
});
