/** What sort of page of the site someone looked at. */
export const pageKinds = ['front', 'post', 'page', 'event', 'venue', 'organizer', 'calendar', 'archive', 'search', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];

/** Which page it was. */
export interface ViewedPage {
  kind: PageKind;
  /** Number of the content, or 0 for pages that stand for none. */
  id: number;
}
