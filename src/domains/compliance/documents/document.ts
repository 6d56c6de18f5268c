import type { Region } from '../regions/regions.rules.ts';

/** Types of generated legal documents. */
export const documentTypes = ['cookie-statement', 'privacy-statement', 'impressum'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Region of documents that are the same in all regions. */
export const EVERYWHERE = 'all';
export type DocumentRegion = Region | typeof EVERYWHERE;

/** Circumstances of the site on which the text of a document depends, such as `sells-tickets`. See `when` in `DocumentElement`. */
export const circumstances = [
  'opt-in',
  'opt-out',
  'statistics',
  'statistics-need-consent',
  'statistics-without-consent',
  'not-only-functional',
  'preferences',
  'advertising',
  'marketing',
  'social-media',
  'data-requests',
  'accounts',
  'company-named',
  'company-telephone',
  'sells-tickets',
] as const;
export type Circumstance = (typeof circumstances)[number];

/** Generated HTML that an element may contain: the list of cookies, the consent controls, the form for data requests. */
export const inserts = ['cookies', 'controls', 'request-form'] as const;
export type Insert = (typeof inserts)[number];

/** An element of a document: text with a title, with a subtitle, or with neither. */
export interface DocumentElement {
  /** ID by which the texts of other elements refer to this element: `[article-<id>]`. */
  id?: string;
  title?: string;
  subtitle?: string;
  /** HTML, with empty lines between paragraphs and placeholders in brackets. */
  text?: string;
  /** Circumstances that must all be true, or else the document omits the element. If absent, the document always contains it. */
  when?: readonly Circumstance[];
  /** False if the title has no number. */
  isNumbered?: boolean;
  /** True for an element that moves to the end of the document, with a heading such as `Annex 1: title`. */
  isAnnex?: boolean;
  insert?: Insert;
}

/** Edited or default text of a document. */
export interface DocumentTemplate {
  title: string;
  elements: readonly DocumentElement[];
}

/** Returns the path of a document's page. */
export const buildLegalPath = (id: string): string => `/legal/${id}`;
