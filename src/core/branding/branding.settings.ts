import { z } from 'zod';
import { setting } from '../settings/setting.ts';
import { fontNames } from './fonts.ts';

export const accentColor = setting(
  'accent_color',
  z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/, 'is not a color such as #5b2a86')]),
  '',
  'Color of links, buttons, mails and tickets, such as #5b2a86. An empty string selects the default color. Pages use the nearest readable shade.',
);
export const brandFont = setting(
  'brand_font',
  z.enum(fontNames),
  'system',
  'Typeface of pages, mails and tickets: one that is bundled with the service, or `system` for that of the reader’s device.',
);
export const headerImage = setting(
  'header_image',
  z.number().int().min(0),
  0,
  'Media ID of the picture at the top of the front page; 0 for none.',
);

const fileSchema = z.object({
  file: z.string(),
  width: z.number(),
  height: z.number(),
  mimeType: z.string(),
  fileSize: z.number().optional(),
});
const imageSchema = z
  .object({
    contentId: z.number(),
    file: z.string(),
    fileName: z.string(),
    mimeType: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    fileSize: z.number().nullable(),
    altText: z.string(),
    sizes: z.record(z.string(), fileSchema),
    variants: z.record(z.string(), fileSchema),
  })
  .nullable();

/** An image of the media library that the site uses as its logo, icon or header picture. */
export type BrandImage = NonNullable<z.infer<typeof imageSchema>>;

export const brandImages = setting(
  'brand_images',
  z.object({ logo: imageSchema, icon: imageSchema, header: imageSchema }),
  { logo: null, icon: null, header: null },
  'Files of the logo, the icon and the header picture. Stored here so that pages and mails do not have to read the media library.',
  null,
);
