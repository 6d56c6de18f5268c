import type { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';

/** The texts that pages have for refusals, by their codes. */
export type RefusalTexts = Readonly<Record<string, TextKey>>;

/** Refusals of pages themselves, which every reader may meet. */
const ofPages = { page_not_found: 'failure.noPage', invalid_nonce: 'failure.expired', foreign_form: 'failure.foreign' } as const;

/** What the catalog says of a refusal; null where only its service says something, in English. */
export function knownRefusal(say: Say, { code, data }: Failure, known: RefusalTexts = {}): string | null {
  const texts: RefusalTexts = { ...ofPages, ...known };
  const key = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return key === undefined ? null : say(key, { seconds: Number(data['retryAfter'] ?? 0) });
}

/** What a service says in English, as a part of a page that may speak another language. */
export function asServicesSay(say: Say, sentence: string): string | Html {
  return say.language === 'en' ? sentence : html`<span lang="en">${sentence}</span>`;
}

/** What a service says of a refusal: of wrong arguments what is wrong with them, as their names are no words for readers. */
function serviceSentence({ code, message, data }: Failure): string {
  const reasons = code === 'invalid_arguments' ? Object.values((data['params'] ?? {}) as Record<string, string>) : [];
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : message;
}

/** What a refusal says to the reader of a form; a sentence of which there is no text stands as the English that it is. */
export function refusalText(say: Say, failure: Failure, known: RefusalTexts): string | Html {
  return knownRefusal(say, failure, known) ?? asServicesSay(say, serviceSentence(failure));
}
