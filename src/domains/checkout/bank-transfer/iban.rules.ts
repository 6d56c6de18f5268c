const IBAN_FORMAT = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns an IBAN without spaces, in upper case. */
export const normalizeIban = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** True if the string is an IBAN with correct check digits (ISO 13616, modulus 97). */
export function isIban(text: string): boolean {
  const iban = normalizeIban(text);
  if (!IBAN_FORMAT.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** True if the string is a BIC (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalizeIban(text));

/** Returns an IBAN in groups of four, as it is printed. */
export const formatIban = (text: string): string => normalizeIban(text).replace(/(.{4})(?=.)/g, '$1 ');
