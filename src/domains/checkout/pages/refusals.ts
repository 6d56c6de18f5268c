import { Failure } from '#app/core/failures/failure.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { checkoutInEnglish } from '#app/core/language/texts/checkout.english.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';

type RefusalKey = Extract<keyof typeof checkoutInEnglish, `refusal.${string}`>;

/** Returns the text of a failure for a visitor. Null if no form of a visitor can cause the failure. */
function formatRefusal(translate: Translate, { code, status, data }: Failure): string | null {
  if (status === 429 && code !== 'too_many_holds') return translate('refusal.too_many');
  const key = `refusal.${code}`;
  if (!Object.hasOwn(checkoutInEnglish, key)) return null;
  const errors = data['validation_errors'] as readonly { available?: number }[] | undefined;
  return translate(key as RefusalKey, { left: Math.max(0, Number(errors?.[0]?.available ?? data['most'] ?? data['limit'] ?? 0)) });
}

/** Texts for invalid arguments, by code, or by name for an argument without a code. */
const argumentTexts: Readonly<Record<string, keyof typeof checkoutInEnglish>> = {
  fullName: 'form.nameMissing',
  name_too_long: 'form.nameTooLong',
  email_malformed: 'form.emailWrong',
  answer_missing: 'form.answerMissing',
  answer_invalid: 'form.answerMissing',
  answer_too_long: 'form.answerTooLong',
  answers_too_long: 'form.answersTooLong',
};

/** Converts invalid arguments to faults by form field. Omits arguments that no form of a visitor has. */
function toFieldFaults(translate: Translate, { data }: Failure, getFieldName: (path: string) => string): Map<string, string> {
  const { params = {}, details = {} } = data as { params?: object; details?: Readonly<Record<string, { code: string }>> };
  return new Map(
    Object.keys(params).flatMap((path) => {
      const text = argumentTexts[details[path]?.code ?? path.slice(path.lastIndexOf('.') + 1)];
      return text ? [[getFieldName(path), translate(text)]] : [];
    }),
  );
}

/**
 * Converts an error to faults of single fields, or of the form as a whole. `getFieldName` returns the field for an argument path. Rethrows other
 * errors.
 */
export function toFaults(
  translate: Translate,
  error: unknown,
  getFieldName: (path: string) => string = (path) => path.split('.').at(-1) ?? path,
): FormFaults {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'invalid_arguments') {
    const fields = toFieldFaults(translate, error, getFieldName);
    if (fields.size === 0) throw error;
    return { fields, general: null, status: 422 };
  }
  if (error.code === 'terms_not_accepted')
    return { fields: new Map([['terms', translate('form.termsMissing')]]), general: null, status: 422 };
  const general = formatRefusal(translate, error);
  if (general === null) throw error;
  return { fields: new Map(), general, status: error.status };
}
