import type { Site } from '#app/site.ts';

/** Defaults of the theme settings (docs/behaviour/cache-compliance-maps-2fa-theme.md 5). */
export const themeDefaults = {
  self_hosted_gfonts: false,
  preload_local_fonts: false,
  use_old_header_footer: false,
  use_upgrade_notices: false,
  analytics_enabled: false,
  show_learn_tab: true,
  enable_abilities: false,
  enable_edit_abilities: true,
  enable_mcp_server: false,
};

/** Name of a setting that has a default. */
export type ThemeSettingName = keyof typeof themeDefaults;
export type ThemeSettings = typeof themeDefaults;

/** Returns all settings: the stored values, and the defaults of settings that are not stored. Includes stored keys without a default. */
export async function listThemeSettings(site: Site): Promise<Record<string, unknown> & ThemeSettings> {
  const stored = await site.db.prisma.themeSetting.findMany({ orderBy: { key: 'asc' } });
  return { ...themeDefaults, ...Object.fromEntries(stored.map(({ key, value }) => [key, value])) };
}

/** Stores these settings and returns all settings. */
export async function changeThemeSettings(site: Site, changes: Partial<ThemeSettings>): Promise<ThemeSettings> {
  await site.db.transaction(async (tx) => {
    for (const [key, value] of Object.entries(changes)) {
      await tx.themeSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
  });
  return await listThemeSettings(site);
}
