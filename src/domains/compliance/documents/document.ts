import type { Region } from '../regions/regions.rules.ts';

/** Types of generated legal documents. */
export const documentTypes = ['cookie-statement', 'privacy-statement', 'impressum'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Region of documents that are the same in all regions. */
export const EVERYWHERE = 'all';
export type DocumentRegion = Region | typeof EVERYWHERE;

/** Conditions of parts of a document. A part is shown if all of its conditions are true. */
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

/** Inserts that are rendered for every request. */
export const inserts = ['cookies', 'controls', 'request-form'] as const;
export type Insert = (typeof inserts)[number];

/** A part of a document, with a title, a subtitle or neither. */
export interface DocumentElement {
  /** ID for references from other parts: `[article-<id>]`. */
  id?: string;
  title?: string;
  subtitle?: string;
  /** HTML with paragraphs separated by empty lines. Placeholders are in brackets. */
  text?: string;
  when?: readonly Circumstance[];
  /** False if the title has no number. */
  isNumbered?: boolean;
  /** True for a part at the end, with the heading `Annex 1: title`. */
  isAnnex?: boolean;
  insert?: Insert;
}

/** Text of a document, edited or by default. */
export interface DocumentTemplate {
  title: string;
  elements: readonly DocumentElement[];
}

/** Returns the path of a document's page. */
export const legalPath = (id: string): string => `/legal/${id}`;
