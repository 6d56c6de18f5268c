import type { checkoutInEnglish } from './checkout.english.ts';

/** The same in German. */
export const checkoutInGerman: Readonly<Record<keyof typeof checkoutInEnglish, string>> = {};
