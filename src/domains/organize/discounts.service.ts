import { refused } from '#app/core/failures/failure.ts';
import { getDiscountCode } from '#app/domains/checkout/discounts/codes.service.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import { checkIsOrganizer, getOrganizedEvent } from './access.ts';

/** Returns the discount code of an event that the viewer may edit. Throws `forbidden` or `discount_code_not_found`. */
export async function getOrganizedDiscountCode(site: Site, viewer: Viewer, id: number): Promise<Row<'DiscountCode'>> {
  checkIsOrganizer(viewer);
  const code = await getDiscountCode(site, id);
  await getOrganizedEvent(site, viewer, code.eventId);
  return code;
}

/** Returns the discount code like `getOrganizedDiscountCode`. Also throws `forbidden` for a code of another event. */
export async function getDiscountCodeOfEvent(site: Site, viewer: Viewer, eventId: number, id: number): Promise<Row<'DiscountCode'>> {
  const code = await getOrganizedDiscountCode(site, viewer, id);
  if (code.eventId !== eventId) throw refused(viewer, 'forbidden', 'This discount code belongs to another event.');
  return code;
}
