/** Places of the public schema whose names or descriptions mention amounts although they hold none, with the reason. */
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
  'Receipt.kind': 'whether money was paid or refunded',
  'ReceiptSettings.taxRate': 'a percentage',
  'Onboarding.currency': 'the code of a currency',
  'BuyerOrder.payUntil': 'until when',
  'Order.refundFailureReason': 'a sentence of a payment provider',
  'Query.ordersOfEvent(refund)': 'a filter by state',
  'EventImportProgressInput.total': 'a number of events',
};
