import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Changed values of the banner's look and texts, by section and key. */
export const bannerDesign = setting(
  'consent_banner_design',
  z.record(z.string(), z.record(z.string(), z.unknown())),
  {} as Record<string, Record<string, unknown>>,
  'Look and texts of the banner, where they differ from the defaults.',
  null,
);

/** License of the banner, set by the product manager. Null means never set, empty means skipped or removed. */
export const bannerLicense = setting(
  'consent_licence',
  z.object({ code: z.string().nullable(), isDevelopment: z.boolean() }),
  { code: null, isDevelopment: false } as { code: string | null; isDevelopment: boolean },
  'License of the consent banner.',
  null,
);
