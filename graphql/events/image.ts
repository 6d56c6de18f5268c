import type { MediaRecord } from '#app/content/media.service.ts';
import { extensionOf, imageUrl } from '#app/events/views.ts';
import { builder } from '../builder.ts';
import { MediaSize } from '../content/media-item.ts';

export const Image = builder.objectRef<MediaRecord>('Image').implement({
  description: 'The image of an event, a venue or an organizer.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Number of the media item.', resolve: (image) => image.contentId }),
    url: t.string({ description: 'Address of the file.', resolve: (image, _args, { site }) => imageUrl(site, image) }),
    extension: t.string({ description: 'End of the file name, such as `jpg`.', resolve: extensionOf }),
    altText: t.string({ description: 'What to say where the image cannot be seen.', resolve: (image) => image.altText }),
    width: t.int({ nullable: true, description: 'Pixels; null where they are not known.', resolve: (image) => image.width }),
    height: t.int({ nullable: true, description: 'Pixels; null where they are not known.', resolve: (image) => image.height }),
    fileSize: t.int({ nullable: true, description: 'Bytes.', resolve: (image) => image.fileSize }),
    sizes: t.field({
      type: [MediaSize],
      complexity: { field: 1, multiplier: 3 },
      description: 'The same image in other sizes.',
      resolve: ({ sizes }) => Object.entries(sizes).map(([name, size]) => ({ name, size })),
    }),
  }),
});
