import { accentColor, brandFont, brandImages, headerImage } from '#app/core/branding/branding.settings.ts';
import type { FontName } from '#app/core/branding/fonts.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { DeclaredSetting } from '#app/core/settings/setting.ts';
import { createChanges } from '#app/core/settings/setting.ts';
import { siteIcon, siteLogo } from '#app/core/settings/site.settings.ts';
import { loadMedia } from '#app/domains/content/media.service.ts';
import type { Site } from '#app/site.ts';

/** The setting of each image. */
export const imageSettings = { logo: siteLogo, icon: siteIcon, header: headerImage } as const;
export type BrandImageName = keyof typeof imageSettings;
export const brandImageNames = Object.keys(imageSettings) as BrandImageName[];

/** Changes of the branding. An absent value does not change; null restores the default. Images are media IDs. */
export type BrandingChanges = { accentColor?: string | null | undefined; font?: FontName | null | undefined } & {
  [Name in BrandImageName]?: number | null | undefined;
};

const settingsByField: Readonly<Record<keyof BrandingChanges, DeclaredSetting>> = { accentColor, font: brandFont, ...imageSettings };

async function checkImages(site: Site, changes: BrandingChanges): Promise<void> {
  const changedNames = brandImageNames.filter((name) => (changes[name] ?? 0) !== 0);
  const images = await loadMedia(
    site,
    changedNames.map((name) => changes[name] ?? 0),
  );
  const isImage = (id: number) => images.some(({ contentId, mimeType }) => contentId === id && mimeType.startsWith('image/'));
  const invalidNames = changedNames.filter((name) => !isImage(changes[name] ?? 0));
  if (invalidNames.length > 0)
    throw invalidArguments(
      Object.fromEntries(invalidNames.map((name) => [`input.${name}`, 'There is no image with this ID in the library.'])),
    );
}

/** Changes the branding. Throws `invalid_arguments` for an invalid color or an ID that is not an image of the media library. */
export async function changeBranding(site: Site, changes: BrandingChanges): Promise<void> {
  await checkImages(site, changes);
  const normalizedColor = typeof changes.accentColor === 'string' ? { accentColor: changes.accentColor.trim().toLowerCase() } : {};
  await site.settings.setAll(createChanges(settingsByField, { ...changes, ...normalizedColor }));
}

const imageKeys: ReadonlySet<string> = new Set(Object.values(imageSettings).map(({ key }) => key));

/** Copies the media records of the logo, icon and header picture into one setting. Called after every setting change; ignores other settings. */
export async function copyImageRecords(site: Site, key: string): Promise<void> {
  if (!imageKeys.has(key)) return;
  const ids = brandImageNames.map((name) => site.settings.get(imageSettings[name]));
  const images = new Map(
    (
      await loadMedia(
        site,
        ids.filter((id) => id !== 0),
      )
    ).map((media) => [media.contentId, media]),
  );
  const findImage = (name: BrandImageName) => images.get(site.settings.get(imageSettings[name])) ?? null;
  await site.settings.set(brandImages, { logo: findImage('logo'), icon: findImage('icon'), header: findImage('header') } as never);
}
