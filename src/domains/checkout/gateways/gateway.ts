import type { Site } from '#app/site.ts';

/**
 * Payment methods. `manual` = at the door or by transfer, settled by an organizer. `hand-over` = through a payment service at a URL of the operator.
 */
export const gatewayNames = ['manual', 'stripe', 'hand-over'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** A payment that a provider should collect. */
export interface PaymentRequest {
  /** ID of the payment. For a repeated ID, the provider returns the same payment. */
  paymentId: number;
  /** In minor units of the currency (ISO 4217). */
  amountMinor: bigint;
  currency: string;
  /** Text that the provider shows to the buyer. */
  title: string;
  email: string;
  locale: string;
  /** Token of the order page. */
  orderToken: string;
  expiresAt: Date;
}

/**
 * State of a payment at its provider. `open`: the buyer can still pay. `waiting`: the buyer has paid, and the money has not arrived yet. `ended`: the
 * payment was not made and is no longer possible. `charged_back`: the buyer's bank reclaimed the money.
 */
export interface PaymentUpdate {
  state: 'open' | 'waiting' | 'paid' | 'ended' | 'charged_back';
  /** Received or reclaimed amount, in minor units of the currency (ISO 4217). */
  amountMinor: bigint;
  currency: string;
  /** The provider's ID of the charge, which refunds need. Empty if the provider has no ID. */
  chargeReference: string;
}

/** A parsed webhook message of a provider. */
export interface PaymentNotice {
  eventId: string;
  /** The provider's ID of the payment. */
  reference: string;
  /** ID of the payment. Null if it belongs to another site. */
  paymentId: number | null;
  update: PaymentUpdate;
}

/** Permanent refusal of a refund. No money was returned, and a repetition will fail as well. */
export class RefundRefusedError extends Error {}

/** A provider of online payments. Every function throws if the provider refuses or cannot be reached. */
export interface OnlineGateway {
  /** True if the operator has configured the provider. */
  isSetUp(site: Pick<Site, 'config'>): boolean;
  /** True if the provider supports the currency. */
  supports(currency: string): boolean;
  /** True if the provider can charge exactly this amount, in minor units of the currency. */
  canCharge(amountMinor: bigint, currency: string): boolean;
  /** Creates a payment at the provider. Returns the provider's ID of the payment, and the URL where the buyer pays. */
  createPayment(site: Site, request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /** Returns the current state of a payment. */
  fetchState(site: Site, reference: string): Promise<PaymentUpdate>;
  /** Ends a payment so that nobody can pay it, and returns its state. It may have been paid before. */
  endPayment(site: Site, reference: string): Promise<PaymentUpdate>;
  /** Refunds an amount. A repetition with the same key refunds nothing more. Throws `RefundRefusedError` for a permanent refusal. */
  refund(site: Site, refund: { chargeReference: string; amountMinor: bigint; currency: string; key: string }): Promise<void>;
}
