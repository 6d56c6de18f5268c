import { page } from '../content/kinds.ts';
import { type ArgumentRefusal, invalidArguments } from '../core/failure.ts';
import { cleanText } from '../core/text/plain-text.ts';
import type { Setting } from '../settings/setting.ts';
import * as settings from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import { category } from '../terms/taxonomies.ts';

/** The settings that administrators change together, by the names of the GraphQL type. */
const options = {
  title: settings.siteName,
  description: settings.siteDescription,
  timezone: settings.timezoneString,
  dateFormat: settings.dateFormat,
  timeFormat: settings.timeFormat,
  startOfWeek: settings.startOfWeek,
  postsPerPage: settings.postsPerPage,
  defaultCategory: settings.defaultCategory,
  defaultCommentStatus: settings.defaultCommentStatus,
  defaultPingStatus: settings.defaultPingStatus,
  showOnFront: settings.showOnFront,
  pageOnFront: settings.pageOnFront,
  pageForPosts: settings.pageForPosts,
  siteLogo: settings.siteLogo,
  siteIcon: settings.siteIcon,
} as const;

export type OptionName = keyof typeof options;

/** The setting behind a name. */
export function optionOf(name: OptionName): Setting<unknown> {
  return options[name] as unknown as Setting<unknown>;
}

/** What changes: absent = stays, null = the default. The address of the site is part of the environment: only its present value is taken. */
export type OptionChanges = { readonly [Name in OptionName]?: unknown } & { readonly url?: string | null | undefined };

const texts = new Set<string>(['title', 'description', 'dateFormat', 'timeFormat']);

async function exists(site: Site, table: 'content' | 'term' | 'media', condition: string, values: readonly unknown[]): Promise<boolean> {
  const [row] = await site.db.sql<{ found: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${table} WHERE ${condition}) AS found`, values);
  return row?.found === true;
}

/** Whether the thing whose number is set is there and of the right kind; 0 is none. */
async function isThere(site: Site, name: OptionName, id: number): Promise<boolean> {
  if (name === 'defaultCategory') return await exists(site, 'term', 'id = $1 AND taxonomy = $2', [id, category.name]);
  if (id === 0) return true;
  if (name === 'pageOnFront' || name === 'pageForPosts')
    return await exists(site, 'content', `id = $1 AND kind = $2 AND status = 'publish'`, [id, page.name]);
  if (name === 'siteLogo' || name === 'siteIcon') return await exists(site, 'media', `content_id = $1 AND mime_type LIKE 'image/%'`, [id]);
  return true;
}

async function refusalOf(site: Site, name: OptionName, value: unknown): Promise<ArgumentRefusal | null> {
  const checked = optionOf(name).schema.safeParse(value);
  if (!checked.success) return { code: 'rest_invalid_param', message: checked.error.issues[0]?.message ?? 'is not valid' };
  const isThing = ['defaultCategory', 'pageOnFront', 'pageForPosts', 'siteLogo', 'siteIcon'].includes(name);
  return isThing && !(await isThere(site, name, Number(checked.data)))
    ? { code: 'rest_invalid_param', message: 'There is nothing of the right kind with this number.' }
    : null;
}

/** Changes settings, all or none of them. Throws `rest_invalid_param` naming every value that cannot be one. */
export async function changeOptions(site: Site, { url, ...changes }: OptionChanges): Promise<void> {
  const refusals: Record<string, ArgumentRefusal> = {};
  const wanted: [OptionName, unknown][] = [];
  if (url && url.replace(/\/+$/, '') !== site.config.siteUrl)
    refusals['changes.url'] = {
      code: 'rest_invalid_param',
      message: 'The address of the site is part of its environment and cannot be changed here.',
    };
  for (const name of Object.keys(options) as OptionName[]) {
    const given = changes[name];
    if (given === undefined) continue;
    const value =
      given === null
        ? optionOf(name).default
        : texts.has(name)
          ? cleanText(
              String(given as string)
                .replaceAll('\0', '')
                .toWellFormed(),
            )
          : given;
    const refusal = await refusalOf(site, name, value);
    if (refusal) refusals[`changes.${name}`] = refusal;
    else wanted.push([name, value]);
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  for (const [name, value] of wanted) await site.settings.set(optionOf(name), value);
}
