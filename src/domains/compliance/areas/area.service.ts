import { Failure } from '#app/core/failures/failure.ts';
import { expandShortcodes } from '#app/core/shortcodes/expand-shortcodes.ts';
import { removeConsentedContent } from '#app/core/text/consent-areas.ts';
import type { Site } from '#app/site.ts';
import { isPasswordCorrect } from '../../content/content.access.ts';
import { canEdit, canRead } from '../../content/content.permissions.ts';
import { loadContent } from '../../content/content.reader.ts';
import type { ContentRecord } from '../../content/record.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { findArea } from './areas.rules.ts';

/** A consent area within a content item, and the password that the visitor has entered for the item. */
export interface AreaRequest {
  contentId: number;
  areaId: string;
  password?: string | null | undefined;
}

function canReadWithPassword(viewer: Viewer, content: ContentRecord, password: string | null | undefined): boolean {
  if (!canRead(viewer, content)) return false;
  return content.password === '' || canEdit(viewer, content) || (typeof password === 'string' && isPasswordCorrect(content, password));
}

/**
 * Returns the HTML that a consent area shows after consent. Returns an empty string if the content item or the area does not exist. Throws
 * `consent_area_forbidden`.
 */
export async function renderConsentArea(site: Site, viewer: Viewer, { contentId, areaId, password }: AreaRequest): Promise<string> {
  const content = await loadContent(site, contentId);
  if (!content) return '';
  if (!canReadWithPassword(viewer, content, password)) throw new Failure('consent_area_forbidden', 403, '');
  const area = findArea(content.content, areaId);
  return area === null ? '' : await expandShortcodes(site, removeConsentedContent(area.content), { contentId, reader: null });
}
