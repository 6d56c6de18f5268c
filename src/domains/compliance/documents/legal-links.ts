import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { listGeneratedDocuments, type DocumentReference } from './document.service.ts';
import { buildLegalPath } from './document.ts';

/** Returns the label of a document for links to it. Includes the region only if the site has several documents of the same type. */
function getLabel(translate: Translate, { type, region }: DocumentReference, isOnly: boolean): string {
  if (type === 'impressum') return translate('legal.imprint');
  if (type === 'cookie-statement' && region === 'us') return translate('legal.optOut');
  const label = translate(type === 'cookie-statement' ? 'legal.cookies' : 'legal.privacy');
  return isOnly ? label : `${label} (${region.toUpperCase()})`;
}

/** Returns links to the documents that the site generates. */
export function listLegalLinks(site: Site, translate: Translate): { label: string; path: string }[] {
  const documents = listGeneratedDocuments(site);
  return documents.map((document) => {
    const isOnly = documents.filter(({ type }) => type === document.type).length === 1;
    return { label: getLabel(translate, document, isOnly), path: buildLegalPath(document.id) };
  });
}
