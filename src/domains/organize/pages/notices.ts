import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { createFieldReader } from '#app/web/pages/forms.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { buildEventPath, type OrganizerContext } from './organizer-page.ts';
import { argumentRefusals, organizeRefusals } from './refusals.ts';

/** Message about the last action. */
export interface Notice {
  body: Html;
  status: number;
}

const doneTexts: Readonly<Record<string, TextKey>> = {
  settled: 'organize.done.settled',
  cancelled: 'organize.done.cancelled',
  resent: 'organize.done.resent',
  undone: 'organize.done.undone',
  opened: 'organize.done.opened',
  closed: 'organize.done.closed',
  refunded: 'organize.done.refunded',
  refundedOnline: 'organize.done.refundedOnline',
  refundPending: 'organize.done.refundPending',
  refundRefused: 'organize.done.refundRefused',
  refundSettled: 'organize.done.refundSettled',
  saved: 'organize.done.saved',
  ticketDuplicated: 'organize.done.ticketDuplicated',
  ticketRemoved: 'organize.done.ticketRemoved',
  duplicated: 'organize.done.duplicated',
  renamed: 'organize.done.renamed',
  orderResent: 'organize.done.orderResent',
  waitingRemoved: 'organize.done.waitingRemoved',
  waitingOffered: 'organize.done.waitingOffered',
  offerResent: 'organize.done.offerResent',
  seriesCreated: 'organize.done.seriesCreated',
  seriesExtended: 'organize.done.seriesExtended',
  seriesSaved: 'organize.done.seriesSaved',
  sold: 'organize.done.sold',
  messageSent: 'organize.done.messageSent',
  codeDeleted: 'organize.done.codeDeleted',
  published: 'organize.done.published',
  'event-cancelled': 'organize.done.eventCancelled',
};

/** Returns the success message that the query of the URL names, or null. */
export function findNotice({ request, translate }: OrganizerContext): Notice | null {
  const done = createFieldReader(request.query)('done');
  const text = Object.hasOwn(doneTexts, done) ? doneTexts[done] : undefined;
  return text === undefined ? null : { status: 200, body: html`<div class="notice good" role="status"><p>${translate(text)}</p></div>` };
}

/** Returns the success message for the page of an event, with a link to the refunds that are due after a cancellation. */
export function findEventNotice(context: OrganizerContext, eventId: number): Notice | null {
  const { site, request, translate } = context;
  const notice = findNotice(context);
  if (!notice || createFieldReader(request.query)('done') !== 'event-cancelled') return notice;
  const refunds = `${buildEventPath(site, eventId, '/orders')}?refund=due`;
  return { ...notice, body: html`${notice.body}<p><a href="${refunds}">${translate('organize.refundsDue')}</a></p>` };
}

/** Returns the text for the first invalid argument. */
function formatArgument({ translate }: OrganizerContext, { code, data }: Failure): string | null {
  if (code !== 'invalid_arguments') return null;
  const [key] = Object.keys((data['params'] ?? {}) as object).flatMap((path) => argumentRefusals[path] ?? []);
  return key === undefined ? null : translate(key);
}

/** Returns the message for a failure. Rethrows other errors. */
export function toRefusalNotice(context: OrganizerContext, error: unknown): Notice {
  if (!(error instanceof Failure) || error.status === 403 || error.status === 401) throw error;
  const text = formatArgument(context, error) ?? getRefusalText(context.translate, error, organizeRefusals);
  return {
    status: error.status,
    body: html`<div class="notice error" role="alert"><p>${text}</p></div>`,
  };
}
