import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Values of the banner's look and texts that differ from the defaults, by section and key. */
export const bannerDesign = setting(
  'consent_banner_design',
  z.record(z.string(), z.record(z.string(), z.unknown())),
  {} as Record<string, Record<string, unknown>>,
  'Values of the look and texts of the banner that differ from the defaults.',
  null,
);

/** License of the banner. The product manager sets it. The code is null if it was never set, and empty if it was skipped or removed. */
export const bannerLicense = setting(
  'consent_licence',
  z.object({ code: z.string().nullable(), isDevelopment: z.boolean() }),
  { code: null, isDevelopment: false } as { code: string | null; isDevelopment: boolean },
  'License of the consent banner.',
  null,
);
