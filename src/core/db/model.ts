import type { Prisma, PrismaClient } from '#db';
import type { WallTime } from '../time/wall-time.ts';

export type ModelName = Prisma.ModelName;

/** All columns of a model, as the Prisma client returns them. */
export type StoredRow<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/**
 * Columns that rows omit, in both the Prisma client and statements: secrets, and columns that are only for searching and sorting. Select them by name
 * where they are needed.
 */
export const omittedColumns = {
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

type OmittedColumn<Model extends ModelName> =
  Uncapitalize<Model> extends keyof typeof omittedColumns ? keyof (typeof omittedColumns)[Uncapitalize<Model>] : never;

/** Columns of a model that rows contain by default. */
export type ReadColumn<Model extends ModelName> = Exclude<keyof StoredRow<Model>, OmittedColumn<Model>> & string;

type AsRead<Value> = Value extends bigint ? bigint | number : Value;

/** A row of a model from a statement. `Walls` are the columns that are read as local times (`columns`). */
export type Row<Model extends ModelName, Walls extends keyof StoredRow<Model> = never> = {
  [Name in ReadColumn<Model>]: Name extends Walls
    ? WallTime | Extract<StoredRow<Model>[Name & keyof StoredRow<Model>], null>
    : AsRead<StoredRow<Model>[Name & keyof StoredRow<Model>]>;
};

/** Replaces properties of a row type or adds properties to it. */
export type Override<Base, More> = Omit<Base, keyof More> & More;

/** The site's Prisma client. */
export type Client = PrismaClient<never, typeof omittedColumns>;

/** The Prisma client inside a transaction. */
export type Tx = Omit<Client, '$connect' | '$disconnect' | '$on' | '$use' | '$extends' | '$transaction'>;
