import { Failure } from '#app/core/failures/failure.ts';
import { expandShortcodes } from '#app/core/shortcodes/expand-shortcodes.ts';
import { withoutConsentedContent } from '#app/core/text/consent-areas.ts';
import type { Site } from '#app/site.ts';
import { opens } from '../../content/content.access.ts';
import { canEdit, canRead } from '../../content/content.permissions.ts';
import { loadContent } from '../../content/content.reader.ts';
import type { ContentRecord } from '../../content/record.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { findArea } from './areas.rules.ts';

/** A consent area of a content, and the password of the content. */
export interface AreaRequest {
  contentId: number;
  areaId: string;
  password?: string | null | undefined;
}

function mayRead(viewer: Viewer, content: ContentRecord, password: string | null | undefined): boolean {
  if (!canRead(viewer, content)) return false;
  return content.password === '' || canEdit(viewer, content) || (typeof password === 'string' && opens(content, password));
}

/** Returns the content of a consent area after consent. Empty if the content or the area does not exist. Throws 403 `consent_area_forbidden`. */
export async function consentArea(site: Site, viewer: Viewer, { contentId, areaId, password }: AreaRequest): Promise<string> {
  const content = await loadContent(site, contentId);
  if (!content) return '';
  if (!mayRead(viewer, content, password)) throw new Failure('consent_area_forbidden', 403, '');
  const area = findArea(content.content, areaId);
  return area === null ? '' : await expandShortcodes(site, withoutConsentedContent(area.content), { contentId, reader: null });
}
