import type { Prisma, PrismaClient } from '#db';
import type { WallTime } from '../time/wall-time.ts';

export type ModelName = Prisma.ModelName;

/** All columns of a model, as the Prisma client returns them. */
export type Stored<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/**
 * Columns that rows omit, in both the Prisma client and statements: secrets, and columns that are only for searching and sorting. Select them by name
 * where they are needed.
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

/** Columns of a model that rows contain by default. */
export type ReadColumn<Model extends ModelName> = Exclude<keyof Stored<Model>, UnreadOf<Model>> & string;

type AsRead<Value> = Value extends bigint ? bigint | number : Value;

/** A row of a model from a statement. `Walls` are the columns that are read as local times (`columns`). */
export type Row<Model extends ModelName, Walls extends keyof Stored<Model> = never> = {
  [Name in ReadColumn<Model>]: Name extends Walls
    ? WallTime | Extract<Stored<Model>[Name & keyof Stored<Model>], null>
    : AsRead<Stored<Model>[Name & keyof Stored<Model>]>;
};

/** Replaces properties of a row type or adds properties to it. */
export type Known<Base, More> = Omit<Base, keyof More> & More;

/** The site's Prisma client. */
export type Client = PrismaClient<never, typeof unread>;

/** The Prisma client inside a transaction. */
export type Tx = Omit<Client, '$connect' | '$disconnect' | '$on' | '$use' | '$extends' | '$transaction'>;
