/** Places of the public schema whose names or descriptions speak of amounts, and that are no amounts, with the reason. */
export const notMoney: Readonly<Record<string, string>> = {
  'Money.formatted': 'the amount itself, for reading',
  'Event.cost': 'a text that may hold words and ranges; its numbers are `costDetails { amounts }`',
  'EventDraft.cost': 'texts that may hold words, ranges and symbols, as people write them',
  'EventChanges.cost': 'texts that may hold words, ranges and symbols, as people write them',
  'EventCosts.currencySymbol': 'the symbol beside amounts',
  'EventDraft.currencySymbol': 'the symbol beside amounts',
  'EventChanges.currencySymbol': 'the symbol beside amounts',
  'DiscountCode.percent': 'a percentage',
  'DiscountCodeInput.percent': 'a percentage',
  'Onboarding.currency': 'the code of a currency',
  'AttendeePayment.provider': 'who took the money',
  'BuyerOrder.payUntil': 'until when',
  'Order.refundRefusal': 'a sentence of a payment provider',
  'Query.ordersOfEvent(refund)': 'a filter by state',
  'SiteScan.progress': 'a share of a hundred',
  'EventImportProgressInput.total': 'a number of events',
};
