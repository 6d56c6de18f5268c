import { type Audience, isLocked, isPostEditor } from './audience.ts';
import { isNumeric } from './money.rules.ts';
import { type TicketRecord } from './ticket.record.ts';

/** A ticket as one audience sees it. The numbers, texts and dates of a hidden ticket are masked. */
export interface TicketView extends TicketRecord {
  audience: Audience;
  /** True if a password hides the ticket. */
  isHidden: boolean;
  /** True if the audience may see the fields for editing. */
  mayEdit: boolean;
}

const longAgo = new Date(0);
const zeroAsBlank = (text: string) => (isNumeric(text) ? '0' : '');
const zeroDayAsBlank = (day: string) => (day === '' ? '' : '0001-01-01');
const zeroTimeAsBlank = (time: string) => (time === '' ? '' : '00:00:00');

/** Masks the content of a ticket. The masks still show whether a number or a text exists (docs/behaviour/tickets.md 2.2). */
function maskTicket(ticket: TicketRecord): TicketRecord {
  return {
    ...ticket,
    id: 0,
    postId: 0,
    title: zeroAsBlank(ticket.title),
    description: zeroAsBlank(ticket.description),
    price: zeroAsBlank(ticket.price),
    priceMinor: 0,
    saleEnabled: false,
    salePrice: zeroAsBlank(ticket.salePrice),
    salePriceMinor: 0,
    saleStart: '',
    saleEnd: '',
    startDate: zeroDayAsBlank(ticket.startDate),
    startTime: zeroTimeAsBlank(ticket.startTime),
    endDate: zeroDayAsBlank(ticket.endDate),
    endTime: zeroTimeAsBlank(ticket.endTime),
    sku: null,
    iac: '',
    menuOrder: 0,
    minPerOrder: 1,
    maxPerOrder: null,
    status: '',
    authorId: 0,
    capacity: ticket.manageStock ? 0 : -1,
    stock: 0,
    sold: 0,
    stockMode: ticket.manageStock ? 'own' : '',
    lineage: ticket.lineage.map(() => ''),
    createdUtc: longAgo,
    modifiedUtc: longAgo,
    post: ticket.post && {
      ...ticket.post,
      id: 0,
      title: '',
      password: '',
      showsAttendees: false,
      sharedCapacity: 0,
      sharedLevel: 0,
      timezone: 'UTC',
    },
  };
}

/** Returns the view of a ticket for an audience that may read it. `isUnlocked` ignores the password, for users who have just written the ticket. */
export function viewTicket(ticket: TicketRecord, audience: Audience, { isUnlocked = false } = {}): TicketView {
  const mayEdit = isPostEditor(audience.viewer, ticket.post);
  const isHidden = !isUnlocked && isLocked(audience, ticket.post);
  return { ...(isHidden ? maskTicket(ticket) : ticket), audience, isHidden, mayEdit: mayEdit && !isHidden };
}
