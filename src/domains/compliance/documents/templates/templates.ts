import type { Region } from '../../regions/regions.rules.ts';
import { type DocumentRegion, type DocumentTemplate, type DocumentType, EVERYWHERE } from '../document.ts';
import { buildCookieStatement } from './cookie-statement.ts';
import { imprint } from './imprint.ts';
import { buildPrivacyStatement } from './privacy-statement.ts';

/** Returns the default text of a document. Null for an unknown document. `getConsentType` returns the consent type of a region's law. */
export function getDefaultTemplate(
  type: DocumentType,
  region: DocumentRegion,
  getConsentType: (region: Region) => 'optin' | 'optout',
): DocumentTemplate | null {
  if (type === 'impressum') return region === EVERYWHERE ? imprint : null;
  if (region === EVERYWHERE) return null;
  return type === 'cookie-statement' ? buildCookieStatement(region, getConsentType(region)) : buildPrivacyStatement(region);
}
