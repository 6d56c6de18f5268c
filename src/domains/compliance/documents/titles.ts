import type { Site } from '#app/site.ts';
import { generatedDocuments, type Named } from './document.service.ts';
import { legalPath } from './document.ts';

/** What the footer of the site calls a document: the region is named only where the site has several of its kind. */
function labelOf({ type, region }: Named, isAlone: boolean): string {
  if (type === 'impressum') return 'Imprint';
  if (type === 'cookie-statement' && region === 'us') return 'Opt-out preferences';
  const label = type === 'cookie-statement' ? 'Cookie policy' : 'Privacy statement';
  return isAlone ? label : `${label} (${region.toUpperCase()})`;
}

/** Links to the documents that the site generates. */
export function legalLinks(site: Site): { label: string; path: string }[] {
  const all = generatedDocuments(site);
  return all.map((one) => {
    const isAlone = all.filter(({ type }) => type === one.type).length === 1;
    return { label: labelOf(one, isAlone), path: legalPath(one.id) };
  });
}
