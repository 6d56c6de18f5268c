/** Kinds of pages that visitors view. */
export const pageKinds = ['front', 'post', 'page', 'event', 'venue', 'organizer', 'calendar', 'archive', 'search', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];

/** A page that a visitor viewed. */
export interface ViewedPage {
  kind: PageKind;
  /** ID of the content, or 0 for a page that shows no single content item. */
  id: number;
}
