import { defineDomain } from '#app/site.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { canOrganize } from './access.ts';
import { prepareDemoPictures, seedDemoPictures } from './demo.ts';
import { mountOrganize } from './pages/mount.ts';
import { canManagePayments } from './pages/payments.page.ts';
import { renderWaitingEndedMessage } from './waiting-ended-mail.ts';

/** Pages and services of organizers: sales, orders and attendees of their events, and editing of events. */
export const organize = defineDomain({
  name: 'organize',
  getMenuLinks: (_site, can, translate) => [
    ...(canOrganize(can) ? [{ label: translate('event.organize'), path: '/organize', rank: 2, forStaff: 'work' as const }] : []),
    ...(canManagePayments(can)
      ? [{ label: translate('organize.payments'), path: '/organize/payments', rank: 5, forStaff: 'settings' as const }]
      : []),
  ],
  getStaffLinks: ({ id, kind, mayEdit }, _can, translate) =>
    kind === eventKind.name && mayEdit
      ? [
          { label: translate('event.edit'), path: `/organize/events/${id}/edit`, rank: 0 },
          { label: translate('event.sales'), path: `/organize/events/${id}`, rank: 1 },
        ]
      : [],
  demoContent() {
    const pictures = prepareDemoPictures();
    // prevents an unhandled rejection: `seedDemoPictures` reports the error
    pictures.catch(() => undefined);
    return (site, authorId) => seedDemoPictures(site, authorId, pictures);
  },
  mails: { 'waiting-ended': renderWaitingEndedMessage },
  pages: mountOrganize,
});
