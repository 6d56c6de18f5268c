import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { accentColor, brandFont, type BrandImage, brandImages } from '#app/core/branding/branding.settings.ts';
import type { AccentPair } from '#app/core/branding/colors.ts';
import { findBundledFont, type FontName, fontNames } from '#app/core/branding/fonts.ts';
import { refused } from '#app/core/failures/failure.ts';
import { type BrandImageName, changeBranding } from '#app/domains/branding/branding.service.ts';
import { buildMediaUrl } from '#app/domains/content/media.service.ts';
import type { Site } from '#app/site.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { nulls } from '../public/nulls.ts';

const Accent = builder.objectRef<AccentPair>('AccentColors').implement({
  description: 'An accent color with enough contrast to the page, and the color of text on it.',
  fields: (t) => ({
    accent: t.exposeString('accent', {
      description: 'Color of links and buttons, such as `#5b2a86`. Its contrast to the page is at least 4.5 to 1.',
    }),
    onAccent: t.exposeString('onAccent', { description: 'Color of text on buttons.' }),
  }),
});

const BrandImageType = builder.objectRef<BrandImage>('BrandImage').implement({
  description: 'An image of the site: its logo, its icon or the picture at the top of its front page.',
  fields: (t) => ({
    url: t.string({ description: 'URL of the file.', resolve: ({ file }, _args, { site }) => buildMediaUrl(site, file) }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels; null if unknown.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels; null if unknown.' }),
    altText: t.exposeString('altText', { description: 'Alternative text for users who do not see the image.' }),
  }),
});

const BrandFont = builder.enumType('BrandFont', {
  description: 'A typeface that the site serves itself.',
  values: Object.fromEntries(
    fontNames.map((name) => {
      const font = findBundledFont(name);
      const description = font
        ? `${font.name}, ${font.isForText ? 'for all text' : 'for headings'}.`
        : 'The typeface of the reader’s device.';
      return [name.toUpperCase(), { value: name, description }];
    }),
  ) as Record<Uppercase<FontName>, { value: FontName; description: string }>,
});

const Branding = builder.objectRef<Site>('Branding').implement({
  description: 'Appearance of the site: its images and colors.',
  fields: (t) => {
    const imageField = (name: BrandImageName, description: string) =>
      t.field({ type: BrandImageType, nullable: true, description, resolve: ({ settings }) => settings.get(brandImages)[name] });
    return {
      logo: imageField('logo', 'Logo of the site; null if the site has none.'),
      icon: imageField('icon', 'Icon of the site, for tabs and home screens; null if the site has none.'),
      header: imageField('header', 'Picture at the top of the front page; null if the site has none.'),
      accentColor: t.string({
        nullable: true,
        description: 'The chosen accent color, such as `#5b2a86`; null if none was chosen.',
        resolve: ({ settings }) => settings.get(accentColor) || null,
      }),
      font: t.field({
        type: BrandFont,
        description: 'Typeface of pages, mails and tickets.',
        resolve: ({ settings }) => settings.get(brandFont),
      }),
      lightScheme: t.field({
        type: Accent,
        description: 'Accent color for pages with a light background.',
        resolve: (site) => getBrandColors(site).light,
      }),
      darkScheme: t.field({
        type: Accent,
        description: 'Accent color for pages with a dark background.',
        resolve: (site) => getBrandColors(site).dark,
      }),
    };
  },
});

builder.queryField('branding', (t) =>
  t.field({
    type: Branding,
    ...publicAccess,
    description: 'Appearance of the site: its logo, icon, colors and header picture.',
    resolve: (_root, _args, { site }) => site,
  }),
);

const BrandingChangesInput = builder.inputType('BrandingChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'Changes to the appearance of the site.',
  fields: (t) => ({
    accentColor: t.string({ description: 'Accent color, such as `#5b2a86`.' }),
    font: t.field({ type: BrandFont, description: 'Typeface of pages, mails and tickets.' }),
    logo: t.int({ description: 'ID of an image in the media library.' }),
    icon: t.int({ description: 'ID of an image in the media library, preferably a square one.' }),
    header: t.int({ description: 'ID of an image in the media library.' }),
  }),
});

builder.mutationField('updateBranding', (t) =>
  t.field({
    type: Branding,
    ...guard((_args: object, { viewer }) => {
      if (!viewer.can('manage_options'))
        throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to change the appearance of this site.');
    }),
    description: 'Changes the appearance of the site. For users who manage the site.',
    args: { input: t.arg({ type: BrandingChangesInput, required: true, description: 'The fields to change.' }) },
    resolve: async (_root, { input }, { site }) => {
      await changeBranding(site, input);
      return site;
    },
  }),
);
