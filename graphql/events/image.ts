import { getExtension, buildImageUrl } from '#app/domains/events/views.ts';
import { builder } from '../builder.ts';
import { MediaSize } from '../content/media-item.ts';

/** GraphQL type of the model `Media`, the file of a media item. */
export const Image = builder.prismaObject('Media', {
  name: 'Image',
  description: 'The image of an event, a venue or an organizer.',
  fields: (t) => ({
    databaseId: t.exposeInt('contentId', { description: 'ID of the media item.' }),
    url: t.string({ description: 'URL of the file.', resolve: (image, _args, { site }) => buildImageUrl(site, image) }),
    extension: t.string({ description: 'File extension without the dot, such as `jpg`.', resolve: getExtension }),
    altText: t.exposeString('altText', { description: 'Alternative text of the image.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels; null if it is unknown.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels; null if it is unknown.' }),
    fileSize: t.exposeInt('fileSize', { nullable: true, description: 'Size of the file in bytes; null if it is unknown.' }),
    sizes: t.field({
      type: [MediaSize],
      complexity: { field: 1, multiplier: 3 },
      description: 'The same image in other sizes.',
      resolve: ({ sizes }) => Object.entries(sizes).map(([name, size]) => ({ name, size })),
    }),
  }),
});
