import { defineDomain } from '#app/site.ts';
import { timezoneString } from '#app/core/settings/site.settings.ts';
import { addTicketsApiHeaders } from './api-headers.ts';
import { renderAttendeeListShortcode } from './attendee-list.shortcode.ts';
import { canManageAttendees } from '../events/attendance.ts';
import { removeOldCarts } from './cart.service.ts';
import { renderCancelledMessage } from './cancelled-mail.ts';
import { ATTENDEE_MESSAGE, renderAttendeeMessage } from './attendee-message.ts';
import { seedDemoTickets } from './demo.ts';
import { lockPostForDeletion } from './lock-order.ts';
import { updateTicketsOfPost } from './post-meta.ts';
import { ticketing } from './ticketing.ts';
import { mountDoor } from './door/pages/mount.ts';
import { renderContentTickets } from './pages/choosing/content.part.ts';
import { renderEventChangedMessage } from './event-changed-mail.ts';
import { renderHiddenEventMessage } from './hidden-event-mail.ts';
import { mountTicketPages } from './pages/mount.ts';
import { renderTicketMessage } from './ticket-mail.ts';
import { recomputeSaleWindows } from './sale-instants.ts';
import { recomputeSales, releasePlaces } from './tickets.jobs.ts';
import * as receiptSettings from './receipts/receipt.settings.ts';
import * as ticketSettings from './tickets.settings.ts';
import { renderOfferMessage } from './waiting-list/offer-mail.ts';
import { ticketData } from './personal-data.ts';

/** Tickets and their stock, attendees and orders, carts, waiting lists, and check-in at the door. */
export const tickets = defineDomain({
  name: 'tickets',
  personalData: ticketData,
  settings: [...Object.values(ticketSettings), ...Object.values(receiptSettings)],
  jobs: [releasePlaces, recomputeSales],
  mails: {
    ticket: renderTicketMessage,
    'ticket-cancelled': renderCancelledMessage,
    offer: renderOfferMessage,
    'event-changed': renderEventChangedMessage,
    'event-hidden': renderHiddenEventMessage,
    [ATTENDEE_MESSAGE]: renderAttendeeMessage,
  },
  demoContent: () => seedDemoTickets,
  cleanUp: async (site) => ({ carts: await removeOldCarts(site) }),
  contentWritten: updateTicketsOfPost,
  beforeContentDeleted: lockPostForDeletion,
  ticketing,
  onSettingStored: async (site, key) => void (key === timezoneString.key && (await recomputeSaleWindows(site))),
  getMenuLinks: (_site, can, translate) =>
    canManageAttendees(can) ? [{ label: translate('event.door'), path: '/door', rank: 3, forStaff: 'work' }] : [],
  getStaffLinks: ({ id }, can, translate) =>
    canManageAttendees(can) ? [{ label: translate('event.door'), path: `/door/${id}`, rank: 2 }] : [],
  shortcodes: { tribe_attendees_list: renderAttendeeListShortcode },
  getContentPart: renderContentTickets,
  http: addTicketsApiHeaders,
  pages(app, site) {
    mountTicketPages(app, site);
    mountDoor(app, site);
  },
});
