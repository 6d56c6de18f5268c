const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns an IBAN without spaces, in upper case. */
export const plainIban = (written: string): string => written.replace(/\s/g, '').toUpperCase();

/** True if the text is an IBAN with correct check digits (ISO 13616, modulus 97). */
export function isIban(written: string): boolean {
  const iban = plainIban(written);
  if (!FORM.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** True if the text is a BIC (ISO 9362). */
export const isBic = (written: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(plainIban(written));

/** Returns an IBAN in groups of four, as it is printed. */
export const groupedIban = (written: string): string => plainIban(written).replace(/(.{4})(?=.)/g, '$1 ');
