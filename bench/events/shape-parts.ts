import { renderContent, renderExcerpt, renderPlainTitle } from '../../src/core/text/render.ts';
import type { EventRow } from './by-hand.ts';

// Members of both published shapes, rendered by the same functions as in Marquee.

/** URL of the site without a trailing slash. */
export const site = process.env['SITE_URL'] ?? '';
export type ContentRow = Omit<EventRow['content'], 'terms' | 'featuredMedia'>;

const formatIso = (date: Date) => date.toISOString().slice(0, 19);
export const formatIsoTime = (date: Date | null) => (date === null ? null : formatIso(date));
export const formatSqlTime = (date: Date | null) => (date === null ? null : formatIso(date).replace('T', ' '));

export const getTitle = (content: ContentRow) => renderPlainTitle(content.title);
export const getText = (content: ContentRow) => renderContent(content.content).trim();
export const getWrittenExcerpt = (content: ContentRow) => renderContent(content.excerpt).trim();
export const createTeaser = (content: ContentRow) => renderExcerpt(content.excerpt, content.content).trim();
export const getPageUrl = (content: ContentRow) => `${site}/${content.kind}/${content.slug}/`;
export const getTerms = (event: EventRow, taxonomy: string) =>
  event.content.terms.flatMap(({ term }) => (term.taxonomy === taxonomy ? [term] : []));

/** Omits members that are null, undefined or an empty string. */
export function omitEmpty(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== null && value !== undefined));
}
