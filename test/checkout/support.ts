import type { GraphqlResponse, WholeSite } from '../support/site.ts';

/** Returns the code of the first error, or undefined. */
export const code = ({ errors }: Pick<GraphqlResponse, 'errors'>) => errors[0]?.extensions['code'];

const CHECKOUT = `checkout { state expiresAt secondsLeft total { amount currencyCode formatted } totalMinorUnits currency buyerName buyerEmail gateway gateways locale orderUrl
  lines { ticketId title quantity price { amount currencyCode } subtotal { amount currencyCode } priceMinorUnits subtotalMinorUnits } guests { ticketId fullName email extra } }`;

/** Shortcuts through a checkout over public GraphQL, as an anonymous visitor. */
export function createCheckoutClient(site: WholeSite) {
  const runOperation = (source: string, variables: Record<string, unknown>) => site.graphql(source, variables);
  return {
    start: (lines: { ticketId: number; quantity: number }[] | null, options: Record<string, unknown> = {}) =>
      runOperation(
        `mutation($lines: [HoldLineInput!], $password: String, $requestKey: String, $locale: String) {
          startCheckout(lines: $lines, password: $password, requestKey: $requestKey, locale: $locale) { token url ${CHECKOUT} } }`,
        { lines, ...options },
      ),
    fromOffer: (token: string) =>
      runOperation(`mutation($token: String!) { startCheckoutFromOffer(token: $token) { token ${CHECKOUT} } }`, { token }),
    update: (token: string, changes: Record<string, unknown>) =>
      runOperation(
        `mutation($token: String!, $buyer: CheckoutBuyerInput, $guests: [CheckoutGuestInput!], $gateway: PaymentWay) {
          updateCheckout(token: $token, buyer: $buyer, guests: $guests, gateway: $gateway) { ${CHECKOUT} } }`,
        { token, ...changes },
      ),
    complete: (token: string, gateway?: string) =>
      runOperation(
        `mutation($token: String!, $gateway: PaymentWay) {
          completeCheckout(token: $token, gateway: $gateway) { orderUrl paymentUrl ${CHECKOUT} } }`,
        { token, gateway },
      ),
    cancel: (token: string) => runOperation(`mutation($token: String!) { cancelCheckout(token: $token) { ${CHECKOUT} } }`, { token }),
    read: (token: string) =>
      runOperation(`query($token: String!) { ${CHECKOUT.replace('checkout', 'checkout(token: $token)')} }`, { token }),
    /** Starts a checkout with a named buyer and returns its token. */
    async named(ticketId: number, quantity = 1, buyer = { fullName: 'Ann Buyer', email: 'ann@example.org' }): Promise<string> {
      const { data, errors } = await this.start([{ ticketId, quantity }]);
      if (errors.length > 0) throw new Error(errors[0]?.message);
      await this.update(data.startCheckout.token, { buyer });
      return data.startCheckout.token;
    },
    async attendees(ticketId: number) {
      const source = `query($filter: AttendeeFilter) { attendeePage(filter: $filter) { nodes { databaseId name management { email orderId orderStatus } } } }`;
      const reply = await site.graphql(source, { filter: { ticketIds: [ticketId] } }, 'administrator');
      if (reply.errors.length > 0) throw new Error(reply.errors[0]?.message);
      return reply.data.attendeePage.nodes;
    },
  };
}
