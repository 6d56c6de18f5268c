import type { brandingInEnglish } from './branding.english.ts';

/** German translations of the English texts with the same keys. */
export const brandingInGerman: Readonly<Record<keyof typeof brandingInEnglish, string>> = {
  'branding.title': 'Logo, Symbol und Farbe',
  'branding.link': 'Logo, Symbol und Farbe',
  'branding.logo': 'Logo',
  'branding.logoHint': 'Steht oben auf jeder Seite, in E-Mails und auf Tickets. JPEG, PNG, WebP oder AVIF, etwa 400 Pixel breit.',
  'branding.icon': 'Symbol',
  'branding.iconHint': 'Für Browser-Tabs, Startbildschirme und Wallet-Tickets. Ein quadratisches Bild mit mindestens 180 Pixeln.',
  'branding.header': 'Titelbild',
  'branding.headerHint': 'Steht oben auf der Startseite, unter dem Menü. Ein breites Foto.',
  'branding.color': 'Farbe',
  'branding.accent': 'Akzentfarbe',
  'branding.accentHint': 'Für Links, Schaltflächen, E-Mails und Tickets. Auf hellen Seiten ist sie lesbar; dunkle Seiten verwenden {dark}.',
  'branding.accentAdjusted':
    'Für Links, Schaltflächen, E-Mails und Tickets. {chosen} ist auf hellen Seiten zu blass zum Lesen, dort steht {light}; dunkle Seiten verwenden {dark}.',
  'branding.font': 'Schrift',
  'branding.fontHint': 'Die Dateien kommen von dieser Website; niemand sonst erfährt, wer sie liest.',
  'branding.fontOfDevice': 'Die Schrift des Geräts',
  'branding.fontForAll': '{name}: alle Texte',
  'branding.fontForHeadings': '{name}: Überschriften',
  'branding.noColor': 'Bitte eine Farbe wählen.',
  'branding.sample': 'Eine Schaltfläche dieser Website',
  'branding.present': 'Derzeit: {name}',
  'branding.remove': 'Entfernen: {name}',
  'branding.another': '{name}: Datei ersetzen',
  'branding.choose': '{name}: Datei wählen',
  'branding.save': 'Speichern',
  'branding.saved': 'Gespeichert. Alle Seiten sehen jetzt so aus.',
};
