const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** An IBAN without blanks, in capitals. */
export const plainIban = (written: string): string => written.replace(/\s/g, '').toUpperCase();

/** Whether a text is an IBAN whose check digits are right (ISO 13616, modulus 97). */
export function isIban(written: string): boolean {
  const iban = plainIban(written);
  if (!FORM.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text is a BIC (ISO 9362). */
export const isBic = (written: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(plainIban(written));

/** An IBAN in groups of four, as it is printed. */
export const groupedIban = (written: string): string => plainIban(written).replace(/(.{4})(?=.)/g, '$1 ');
