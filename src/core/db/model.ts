import type { Prisma, PrismaClient } from '#db';
import type { WallTime } from '../time/wall-time.ts';

export type ModelName = Prisma.ModelName;

/** Every column of a model, as the Prisma client returns it. */
export type Stored<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/**
 * Columns that rows come without, through the Prisma client and through statements alike: secrets, and what only searches and orders look into.
 * Anyone who needs one selects it by name.
 */
export const unread = {
  user: { passwordHash: true },
  applicationPassword: { secretHash: true },
  content: { searchText: true, sortTitle: true, trashedAt: true },
  term: { sortName: true },
  venue: { searchText: true },
  organizer: { searchText: true },
  ticket: { searchText: true, sortTitle: true, slug: true, opensAt: true, closesAt: true, saleZone: true },
  attendee: { searchText: true, emailText: true, sortTitle: true, requestKey: true, discountCodeId: true },
  ticketHold: { keyHash: true },
  waitingEntry: { keyHash: true },
  checkout: { keyHash: true },
  eventImport: { nextBatchHash: true },
  mapMarker: { searchText: true },
  webhookEndpoint: { secretSealed: true, previousSecretSealed: true },
} as const satisfies Prisma.GlobalOmitConfig;

type UnreadOf<Model extends ModelName> =
  Uncapitalize<Model> extends keyof typeof unread ? keyof (typeof unread)[Uncapitalize<Model>] : never;

/** The columns of a model that rows are read with. */
export type ReadColumn<Model extends ModelName> = Exclude<keyof Stored<Model>, UnreadOf<Model>> & string;

type AsRead<Value> = Value extends bigint ? bigint | number : Value;

/** A row of a model as statements return it; `Walls` are the times that are read as clock times (`columns`). */
export type Row<Model extends ModelName, Walls extends keyof Stored<Model> = never> = {
  [Name in ReadColumn<Model>]: Name extends Walls
    ? WallTime | Extract<Stored<Model>[Name & keyof Stored<Model>], null>
    : AsRead<Stored<Model>[Name & keyof Stored<Model>]>;
};

/** A row with some of its columns known more closely, or with more than its columns. */
export type Known<Base, More> = Omit<Base, keyof More> & More;

/** The site's Prisma client. */
export type Client = PrismaClient<never, typeof unread>;

/** The client inside a transaction. */
export type Tx = Omit<Client, '$connect' | '$disconnect' | '$on' | '$use' | '$extends' | '$transaction'>;
