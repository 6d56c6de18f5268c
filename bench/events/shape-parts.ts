import { renderContent, renderExcerpt, renderPlainTitle } from '../../src/core/text/render.ts';
import type { EventRow } from './by-hand.ts';

// Members of both published shapes, rendered by the same functions as in Marquee.

/** Address of the site. */
export const site = process.env['SITE_URL'] ?? '';
export type ContentRow = Omit<EventRow['content'], 'terms' | 'featuredMedia'>;

const iso = (date: Date) => date.toISOString().slice(0, 19);
export const isoTime = (date: Date | null) => (date === null ? null : iso(date));
export const sqlTime = (date: Date | null) => (date === null ? null : iso(date).replace('T', ' '));

export const title = (content: ContentRow) => renderPlainTitle(content.title);
export const text = (content: ContentRow) => renderContent(content.content).trim();
export const writtenExcerpt = (content: ContentRow) => renderContent(content.excerpt).trim();
export const teaser = (content: ContentRow) => renderExcerpt(content.excerpt, content.content).trim();
export const pageAddress = (content: ContentRow) => `${site}/${content.kind}/${content.slug}/`;
export const termsIn = (event: EventRow, taxonomy: string) =>
  event.content.terms.flatMap(({ term }) => (term.taxonomy === taxonomy ? [term] : []));

/** Returns the members that have a value. */
export function withoutEmpty(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== null && value !== undefined));
}
