import type { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';

/** Keys of the texts that pages show for refusals, by code. */
export type RefusalTexts = Readonly<Record<string, TextKey>>;

/** Texts of refusals that any page may show. */
const commonTexts = { page_not_found: 'failure.noPage', invalid_nonce: 'failure.expired', foreign_form: 'failure.foreign' } as const;

/** Returns the translated text of a refusal, or null if only the English message of its service exists. */
export function translateRefusal(translate: Translate, { code, data }: Failure, ownTexts: RefusalTexts = {}): string | null {
  const texts: RefusalTexts = { ...commonTexts, ...ownTexts };
  const key = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return key === undefined ? null : translate(key, { seconds: Number(data['retryAfter'] ?? 0) });
}

/** Marks an English message of a service on a page in another language. */
export function markEnglish(translate: Translate, message: string): string | Html {
  return translate.language === 'en' ? message : html`<span lang="en">${message}</span>`;
}

/** Returns the message of a service. For invalid arguments, returns only the reasons, without the names of the arguments. */
function getServiceMessage({ code, message, data }: Failure): string {
  const reasons = code === 'invalid_arguments' ? Object.values((data['params'] ?? {}) as Record<string, string>) : [];
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : message;
}

/** Returns the text of a refusal for the reader of a form, or the English message of the service. */
export function getRefusalText(translate: Translate, failure: Failure, ownTexts: RefusalTexts): string | Html {
  return translateRefusal(translate, failure, ownTexts) ?? markEnglish(translate, getServiceMessage(failure));
}
