import type { receiptsInEnglish } from './receipts.english.ts';

/** German translations of the English texts with the same keys. */
export const receiptsInGerman: Readonly<Record<keyof typeof receiptsInEnglish, string>> = {
  'receipt.receipt': 'Rechnung',
  'receipt.creditNote': 'Rechnungskorrektur',
  'receipt.to': 'Ausgestellt für',
  'receipt.taxNumber': 'Steuernummer: {number}',
  'receipt.corrects': 'Berichtigt Rechnung {number}',
  'receipt.refundOf': 'Erstattung zu Rechnung {number}',
  'receipt.net': 'Nettobetrag',
  'receipt.tax': 'Umsatzsteuer {rate}',
  'receipt.includesTax': 'Darin {rate} Umsatzsteuer: {tax}',
  'receipt.pdf': 'Als PDF herunterladen',
  'receipt.see': 'Rechnung ansehen',
  'receipt.mail': 'Vielen Dank für Ihre Zahlung. Die Rechnung von {seller} finden Sie im Anhang.',
  'receipt.mailCredit': 'Ihr Geld wurde erstattet. Die Korrektur zu Rechnung {number} finden Sie im Anhang.',
  'receipt.settings': 'Rechnungen und Steuer',
  'receipt.settingsWhy':
    'Mit einem Verkäufer bekommt jede bezahlte Bestellung eine Rechnung mit eigener Nummer und jede Erstattung eine Rechnungskorrektur. Beides geht per E-Mail an die Käufer. Schon ausgestellte Rechnungen ändern sich nicht.',
  'receipt.seller': 'Verkäufer',
  'receipt.sellerHint': 'Person oder Firma, die die Tickets verkauft. Ohne Namen werden keine Rechnungen ausgestellt.',
  'receipt.address': 'Anschrift',
  'receipt.sellerTax': 'Steuernummer oder USt-IdNr.',
  'receipt.rate': 'Steuersatz in Prozent',
  'receipt.rateHint': 'Die Steuer ist in den Preisen enthalten. 0, wenn keine anfällt.',
  'receipt.note': 'Text unter den Beträgen',
  'receipt.noteHint': 'Zum Beispiel warum keine Steuer anfällt.',
  'receipt.rateWrong': 'Bitte eine Zahl von 0 bis 100 mit höchstens zwei Nachkommastellen angeben.',
  'receipt.latest': 'Letzte Rechnungen',
  'receipt.none': 'Noch keine Rechnungen.',
};
