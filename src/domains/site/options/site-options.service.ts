import { rowShape } from '#app/core/db/columns.ts';
import { type Statement, statement } from '#app/core/db/statement.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { page } from '#app/domains/content/kinds.ts';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import * as settings from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { category } from '#app/domains/content/terms/taxonomies.ts';

/** Settings that administrators change together, by their names in the GraphQL type. */
const options = {
  title: settings.siteName,
  description: settings.siteDescription,
  email: settings.adminEmail,
  language: settings.siteLanguage,
  useSmilies: settings.useSmilies,
  timezone: settings.timezoneString,
  dateFormat: settings.dateFormat,
  timeFormat: settings.timeFormat,
  startOfWeek: settings.startOfWeek,
  postsPerPage: settings.postsPerPage,
  defaultCategory: settings.defaultCategory,
  defaultPostFormat: settings.defaultPostFormat,
  defaultCommentStatus: settings.defaultCommentStatus,
  defaultPingStatus: settings.defaultPingStatus,
  showOnFront: settings.showOnFront,
  pageOnFront: settings.pageOnFront,
  pageForPosts: settings.pageForPosts,
  siteLogo: settings.siteLogo,
  siteIcon: settings.siteIcon,
} as const;

/** Public name of a setting. */
export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

/** Returns the setting with a public name. */
export function getOption(name: OptionName): Setting<unknown> {
  return options[name] as unknown as Setting<unknown>;
}

/**
 * Changed options. An absent option does not change; null restores the default. The URL of the site is configured in the environment, so only its
 * current value is accepted.
 */
export type OptionChanges = { readonly [Name in OptionName]?: unknown } & { readonly url?: string | null | undefined };

const textOptions = new Set<string>(['title', 'description', 'dateFormat', 'timeFormat']);

const hasTerm = statement(
  'site_has_term',
  'SELECT EXISTS (SELECT 1 FROM term WHERE id = $1 AND taxonomy = $2) AS found',
  rowShape({ found: 'bool' }),
);
const hasImage = statement(
  'site_has_image',
  `SELECT EXISTS (SELECT 1 FROM media WHERE content_id = $1 AND mime_type LIKE 'image/%') AS found`,
  rowShape({ found: 'bool' }),
);

async function exists(site: Site, query: Statement<{ found: boolean }>, values: readonly unknown[]): Promise<boolean> {
  const [row] = await site.db.rows(query, values);
  return row?.found === true;
}

async function isPublishedPage(site: Site, id: number): Promise<boolean> {
  const content = await loadContent(site, id);
  return content?.kind === page.name && content.status === 'publish';
}

/** True if the content item or term with this ID exists and has the right kind. The ID 0 means none, which all options except the category allow. */
async function hasTarget(site: Site, name: OptionName, id: number): Promise<boolean> {
  if (name === 'defaultCategory') return await exists(site, hasTerm, [id, category.name]);
  if (id === 0) return true;
  if (name === 'pageOnFront' || name === 'pageForPosts') return await isPublishedPage(site, id);
  if (name === 'siteLogo' || name === 'siteIcon') return await exists(site, hasImage, [id]);
  return true;
}

async function findRefusal(site: Site, name: OptionName, value: unknown): Promise<ArgumentRefusal | null> {
  const checked = getOption(name).schema.safeParse(value);
  if (!checked.success) return { code: 'invalid_arguments', message: checked.error.issues[0]?.message ?? 'is not valid' };
  const isReference = ['defaultCategory', 'pageOnFront', 'pageForPosts', 'siteLogo', 'siteIcon'].includes(name);
  return isReference && !(await hasTarget(site, name, Number(checked.data)))
    ? { code: 'invalid_arguments', message: 'There is no published page, image or category with this ID.' }
    : null;
}

/** A setting with its new value. */
export type ChangedSetting = readonly [setting: Setting<unknown>, value: unknown];

/** Returns the changed settings with their new values. Throws `invalid_arguments` that lists all invalid values. */
export async function readOptionChanges(site: Site, { url, ...changes }: OptionChanges): Promise<ChangedSetting[]> {
  const refusals: Record<string, ArgumentRefusal> = {};
  const changed: ChangedSetting[] = [];
  if (url && url.replace(/\/+$/, '') !== site.config.siteUrl)
    refusals['changes.url'] = {
      code: 'invalid_arguments',
      message: 'The URL of the site is configured in the environment and cannot be changed here.',
    };
  for (const name of optionNames) {
    const newValue = changes[name];
    if (newValue === undefined) continue;
    const value =
      newValue === null
        ? getOption(name).default
        : textOptions.has(name)
          ? cleanText(
              String(newValue as string)
                .replaceAll('\0', '')
                .toWellFormed(),
            )
          : newValue;
    const refusal = await findRefusal(site, name, value);
    if (refusal) refusals[`changes.${name}`] = refusal;
    else changed.push([getOption(name), value]);
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return changed;
}

/** Changes all settings of the input, or none of them. Throws like `readOptionChanges`. */
export async function changeOptions(site: Site, changes: OptionChanges): Promise<void> {
  await site.settings.setAll(await readOptionChanges(site, changes));
}
