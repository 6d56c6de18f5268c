import type { WallTime } from '#app/core/time/wall-time.ts';
import type { ModelName, Row } from '#app/core/db/model.ts';
import type { CommentRecord } from '#app/domains/comments/comment.record.ts';
import type { ScanEntry } from '#db';
import type { FindingMarkup } from '#app/domains/consent/scanner/results.service.ts';
import type { SiteTemplate } from '#app/domains/consent/templates/template.service.ts';
import type { ContentRecord, TermRef } from '#app/domains/content/record.ts';
import type { MediaRecord } from '#app/domains/content/media.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { OrganizerRecord, VenueRecord } from '#app/domains/events/linked.record.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import type { CartLine, CartView } from '#app/domains/tickets/cart.record.ts';
import type { AttendeeView } from '#app/domains/tickets/attendee.view.ts';
import type { TicketView } from '#app/domains/tickets/ticket.view.ts';
import type { ImportRecord } from '#app/domains/events/imports/import.record.ts';
import type PrismaTypes from '#app/generated/pothos.ts';

/** A time in a row: a `Date` from the Prisma client, or the local time that an SQL statement returns. */
type AnyTime<Value> = Value extends Date ? Date | WallTime : Value;

/** The common shape of rows from the Prisma client and from SQL statements. It is the source type of the GraphQL types of a model. */
type CommonRow<Model extends ModelName> = { [Name in keyof Row<Model>]: AnyTime<Row<Model>[Name]> };

/** Rows whose readers add members to the columns. */
interface SpecificRows {
  Content: ContentRecord;
  Event: EventRecord;
  Venue: VenueRecord;
  Organizer: OrganizerRecord;
  Media: MediaRecord;
  Comment: CommentRecord;
  EventImport: ImportRecord;
  /** The term as the content stores it, or the complete term. Missing members are read when they are selected. */
  Term: TermRef & Partial<TermRecord>;
  Ticket: TicketView;
  Attendee: AttendeeView;
  ConsentTemplate: SiteTemplate;
  ScanEntry: ScanEntry;
  ScanMarkup: FindingMarkup;
  Cart: CartView;
  CartItem: CartLine;
}

/** Source type of a GraphQL type of a model. */
type RowOf<Model extends ModelName> = Model extends keyof SpecificRows ? SpecificRows[Model] : CommonRow<Model>;

/** Source type of a relation: one row, a nullable row, or several. */
type Related<Shape, Target> = Shape extends readonly unknown[] ? Target[] : null extends Shape ? Target | null : Target;

type RelationsOf<Model extends keyof PrismaTypes> = {
  [Relation in keyof PrismaTypes[Model]['Relations']]: PrismaTypes[Model]['Relations'][Relation] extends infer Declared extends {
    Shape: unknown;
    Name: ModelName;
  }
    ? Omit<Declared, 'Shape'> & { Shape: Related<Declared['Shape'], RowOf<Declared['Name']>> }
    : never;
};

/** The models with their source types, without columns that rows do not include. */
export type Models = {
  [Model in keyof PrismaTypes]: Omit<PrismaTypes[Model], 'Shape' | 'Relations'> & {
    Shape: RowOf<Model & ModelName>;
    Relations: RelationsOf<Model>;
  };
};
