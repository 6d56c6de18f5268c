import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Values of the banner's look and texts that were changed: section → key → value. */
export const bannerDesign = setting(
  'consent_banner_design',
  z.record(z.string(), z.record(z.string(), z.unknown())),
  {} as Record<string, Record<string, unknown>>,
  'Look and texts of the banner, where they differ from the defaults.',
  null,
);

/** The license of the banner, as the product manager sets it: null = never touched, empty = skipped or removed. */
export const bannerLicence = setting(
  'consent_licence',
  z.object({ code: z.string().nullable(), isDevelopment: z.boolean() }),
  { code: null, isDevelopment: false } as { code: string | null; isDevelopment: boolean },
  'License of the consent banner.',
  null,
);
