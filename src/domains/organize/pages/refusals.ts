import { Failure } from '#app/core/failures/failure.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { getRefusalText, type RefusalTexts } from '#app/web/pages/refusal-text.ts';

/** Texts for common refusals of the organizers' actions, by failure code. */
export const organizeRefusals: RefusalTexts = {
  payment_elsewhere: 'organize.refused.paymentElsewhere',
  event_is_cancelled: 'organize.refused.cancelled',
  event_has_valid_tickets: 'organize.refused.validTickets',
  ticket_not_valid: 'organize.refused.notValid',
  already_checked_in: 'organize.refused.used',
  payment_under_way: 'organize.refused.underWay',
  nothing_to_refund: 'organize.refused.nothingToRefund',
  no_refund_due: 'organize.refused.noRefundDue',
  refund_by_provider: 'organize.refused.refundByProvider',
  invalid_arguments: 'organize.refused.amount',
  nothing_chosen: 'organize.refused.nothingChosen',
  no_recipients: 'organize.refused.noRecipients',
  no_address: 'organize.refused.noAddress',
  event_not_in_series: 'organize.refused.notInSeries',
  not_waiting: 'organize.refused.notWaiting',
  no_offer: 'organize.refused.noOffer',
  not_on_sale: 'organize.refused.notOnSale',
  insufficient_stock: 'organize.refused.full',
};

/** Texts for invalid arguments of the organizers' actions, by name. */
export const argumentRefusals: Readonly<Record<string, TextKey>> = {
  until: 'organize.refused.until',
  fullName: 'organize.refused.name',
  email: 'organize.refused.email',
};

/** Fields and texts of faults, by failure code, code of an invalid argument, or path of an invalid argument without a code. */
type FieldFaults = Readonly<Record<string, readonly [field: string, text: TextKey]>>;

/** Converts a failure to faults of the given fields, or of the form as a whole. Rethrows other errors. */
export function toFormFaults(translate: Translate, error: unknown, fieldFaults: FieldFaults): FormFaults {
  if (!(error instanceof Failure) || error.status === 403) throw error;
  const { params = {}, details = {} } = error.data as { params?: object; details?: Readonly<Record<string, { code: string }>> };
  const causes = [error.code, ...Object.keys(params).map((path) => details[path]?.code ?? path)];
  const faults = causes.flatMap((cause) => (fieldFaults[cause] ? [fieldFaults[cause]] : []));
  const fields = new Map(faults.map(([field, text]) => [field, translate(text)]));
  return { fields, general: fields.size > 0 ? null : getRefusalText(translate, error, organizeRefusals), status: error.status };
}
