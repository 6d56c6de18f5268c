import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentInput } from '../content/changes.input.ts';
import { canPublish } from '../content/content.permissions.ts';
import type { ContentKind } from '../content/kinds.ts';
import { getSiteZone } from '../content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { parseTime } from '#app/core/time/parse-time.ts';
import { toWallTime, type ZoneName } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { tag } from '#app/domains/content/terms/taxonomies.ts';
import { type CalendarContentInput, isGiven, omitMissing } from './inputs.ts';
import type { Moment } from './times.rules.ts';

const SCRIPT_ELEMENTS = /<(script|style)\b[^>]*>[^]*?(?:<\/\1\s*>|$)/gi;

/**
 * Cleans HTML and removes scripts and style sheets with their content, even for authors with the `unfiltered_html` capability
 * (docs/behaviour/events.md 0.4).
 */
const removeScripts = (text: string | null | undefined) =>
  isGiven(text) ? cleanHtml(text.replace(SCRIPT_ELEMENTS, ''), { unfiltered: false }) : undefined;

function parseDate(moment: Moment | null | undefined, zone: ZoneName, site: Site): string | undefined {
  if (!isGiven(moment)) return undefined;
  const parsed = parseTime(moment, zone === 'site' ? getSiteZone(site) : zone, now());
  return parsed && (zone === 'site' ? parsed.wall : toWallTime(parsed.instant, 'UTC'));
}

/** Returns the values that the content writer stores. Strips tags from the title and converts moments to dates. Omits values that are null. */
export function toContentInput(site: Site, input: CalendarContentInput, featuredMediaId: number | undefined): ContentInput {
  const { slug, status, authorId, password, parentId, commentStatus, pingStatus, format, template, isSticky, tagIds } = input;
  const values = omitMissing({
    title: isGiven(input.title) ? stripTags(input.title) : undefined,
    content: removeScripts(input.description),
    excerpt: removeScripts(input.excerpt),
    slug: isGiven(slug) && slug !== '' ? slug : undefined,
    status: isTrashRequested(input) ? undefined : status,
    authorId,
    password,
    parentId,
    commentStatus,
    pingStatus,
    format,
    template,
    menuOrder: isGiven(isSticky) ? (isSticky ? -1 : 0) : undefined,
    date: parseDate(input.date, 'site', site),
    dateUtc: parseDate(input.dateUtc, 'UTC', site),
    featuredMediaId,
  });
  return { ...values, terms: isGiven(tagIds) ? { [tag.name]: tagIds } : {} };
}

/** True if the input moves the content to the trash. The content is stored first; new content is stored as a draft. */
export const isTrashRequested = (input: CalendarContentInput) => input.status === 'trash';

/** Returns the status of new content. Without a given status, `publish` if the viewer may publish, else `draft` (docs/behaviour/events.md 0.6). */
export function getInitialStatus(viewer: Viewer, kind: ContentKind, input: CalendarContentInput): string {
  if (isTrashRequested(input)) return 'draft';
  if (isGiven(input.status)) return input.status;
  return canPublish(viewer, kind) ? 'publish' : 'draft';
}
