import type { Site } from '#app/site.ts';

/** Ways to pay: `manual` = at the door or by transfer, which an organizer settles; `hand-over` = at the operator's own address. */
export const gatewayNames = ['manual', 'stripe', 'hand-over'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** What a provider is asked to collect. */
export interface PaymentRequest {
  /** Number of the payment; asked again with the same one, the provider returns the same. */
  paymentId: number;
  /** In minor units of the currency (ISO 4217). */
  amountMinor: bigint;
  currency: string;
  /** What the buyer reads there. */
  title: string;
  email: string;
  locale: string;
  /** Token of the buyer's own page. */
  orderToken: string;
  expiresAt: Date;
}

/** What a provider says of a payment; `waiting` = the buyer is done and the money on its way, `charged_back` = the buyer's bank took it back. */
export interface PaymentNews {
  state: 'open' | 'waiting' | 'paid' | 'ended' | 'charged_back';
  /** What came, or was charged back, in minor units of the currency (ISO 4217). */
  amountMinor: bigint;
  currency: string;
  chargeReference: string;
}

/** What a provider tells by itself. */
export interface PaymentNotice {
  eventId: string;
  /** What the provider calls the payment. */
  reference: string;
  /** Number of the payment; null where it is not of this site. */
  paymentId: number | null;
  news: PaymentNews;
}

/** The provider will not give this money back, now or later: nothing went back, and asking again is of no use. */
export class RefundRefused extends Error {}

/** A provider where buyers pay online. Every function throws when the provider cannot be reached or refuses. */
export interface OnlineGateway {
  /** Whether the operator has set it up. */
  isSetUp(site: Pick<Site, 'config'>): boolean;
  /** Whether it charges in the currency at all. */
  takes(currency: string): boolean;
  /** Whether it can charge exactly the amount, in minor units of the currency. */
  canCharge(amountMinor: bigint, currency: string): boolean;
  /** Asks the provider to collect a payment, and returns its reference there and where the buyer pays. */
  begin(site: Site, request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /** Asks how it stands. */
  look(site: Site, reference: string): Promise<PaymentNews>;
  /** Sees to it that nobody pays any more, and returns how it stands then: it may have been paid before. */
  end(site: Site, reference: string): Promise<PaymentNews>;
  /** Gives money back. Asked again with the same key nothing more goes back. Throws `RefundRefused` where it never will. */
  refund(site: Site, refund: { chargeReference: string; amountMinor: bigint; currency: string; key: string }): Promise<void>;
}
