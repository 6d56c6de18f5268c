import type { Region } from '../regions/regions.rules.ts';

/** Kinds of legal documents that are generated. */
export const documentTypes = ['cookie-statement', 'privacy-statement', 'impressum'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Region of documents that do not depend on one. */
export const EVERYWHERE = 'all';
export type DocumentRegion = Region | typeof EVERYWHERE;

/** Circumstances that a part of a document may depend on; every one that it names must be given. */
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

/** Something that is made again whenever the document is read. */
export const inserts = ['cookies', 'controls', 'request-form'] as const;
export type Insert = (typeof inserts)[number];

/** A part of a document, with a title, a subtitle or neither. */
export interface DocumentElement {
  /** Name that other parts refer to: `[article-<id>]`. */
  id?: string;
  title?: string;
  subtitle?: string;
  /** HTML; paragraphs are apart by empty lines. Placeholders stand in brackets. */
  text?: string;
  when?: readonly Circumstance[];
  /** False: its title bears no number. */
  isNumbered?: boolean;
  /** Stands at the end, as `Annex 1: title`. */
  isAnnex?: boolean;
  insert?: Insert;
}

/** A document as it is stored or comes with the service. */
export interface DocumentTemplate {
  title: string;
  elements: readonly DocumentElement[];
}

/** Path of the page of a document. */
export const legalPath = (id: string): string => `/legal/${id}`;
