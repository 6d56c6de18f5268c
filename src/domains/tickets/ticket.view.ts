import { type Audience, isPasswordMissing, isPostEditor } from './audience.ts';
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
const maskText = (text: string) => (isNumeric(text) ? '0' : '');
const maskDay = (day: string) => (day === '' ? '' : '0001-01-01');
const maskTime = (time: string) => (time === '' ? '' : '00:00:00');

/** Masks the content of a ticket. The masks still show whether a number or a text exists (docs/behaviour/tickets.md 2.2). */
function maskTicket(ticket: TicketRecord): TicketRecord {
  return {
    ...ticket,
    id: 0,
    postId: 0,
    title: maskText(ticket.title),
    description: maskText(ticket.description),
    price: maskText(ticket.price),
    priceMinor: 0,
    saleEnabled: false,
    salePrice: maskText(ticket.salePrice),
    salePriceMinor: 0,
    saleStart: '',
    saleEnd: '',
    startDate: maskDay(ticket.startDate),
    startTime: maskTime(ticket.startTime),
    endDate: maskDay(ticket.endDate),
    endTime: maskTime(ticket.endTime),
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
    // former global IDs
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
  const isHidden = !isUnlocked && isPasswordMissing(audience, ticket.post);
  return { ...(isHidden ? maskTicket(ticket) : ticket), audience, isHidden, mayEdit: mayEdit && !isHidden };
}
