import type { lettersInEnglish } from './letters.english.ts';

/** German translations of the English texts with the same keys. */
export const lettersInGerman: Readonly<Record<keyof typeof lettersInEnglish, string>> = {
  'letter.reset.subject': 'Ein neues Passwort für {site}',
  'letter.reset.asked': 'Jemand, wahrscheinlich Sie, hat für den Anmeldenamen {login} um ein neues Passwort gebeten.',
  'letter.reset.choose': 'Neues Passwort wählen',
  'letter.reset.once':
    'Der Link gilt einmal und eine Stunde lang. Wenn Sie es nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  'letter.code.subject.activation': 'Ihr Code für die Anmeldung per E-Mail bei {site}',
  'letter.code.subject.sign-in': 'Ihr Anmeldecode für {site}',
  'letter.code.how.activation':
    'Geben Sie diesen Code ein, um künftig bei jeder Anmeldung einen solchen Code per E-Mail zu bekommen. Er gilt 15 Minuten.',
  'letter.code.how.sign-in': 'Geben Sie diesen Code ein, um sich anzumelden. Er gilt 15 Minuten.',
  'letter.code.continue': 'Ohne Eintippen weiter (zwei Minuten lang)',
  'letter.code.notYou': 'Wenn nicht Sie Ihr Passwort auf der Website eingegeben haben, kennt es jemand anderes: Wählen Sie ein neues.',
  'letter.lockout.subject': 'Ihr Passwort für {site} gilt nicht mehr',
  'letter.lockout.why':
    'Jemand, der Ihr Passwort kannte, hat zu viele falsche Anmeldecodes eingegeben. Niemand ist hineingekommen, und das Passwort gilt nicht mehr.',
  'letter.lockout.ask':
    'Bitte fragen Sie die Verwaltung der Website nach einem neuen Passwort und wählen Sie eines, das Sie nirgends sonst benutzen.',
  'letter.lockoutOf.subject': 'Das Passwort von {login} bei {site} wurde entzogen',
  'letter.lockoutOf.why':
    'Jemand, der das Passwort von {name} ({login}) kannte, hat zu viele falsche Anmeldecodes eingegeben. Niemand ist hineingekommen, das Passwort gilt nicht mehr, und alle Sitzungen sind beendet.',
  'letter.lockoutOf.give': 'Bitte geben Sie dem Konto ein neues Passwort, sobald Sie wissen, wer darum bittet.',
  'letter.reminder.subject': 'Richten Sie einen zweiten Faktor für {site} ein',
  'letter.reminder.why':
    'Ihr Konto braucht neben dem Passwort einen zweiten Faktor. Sie können sich noch {days, plural, one {einen Tag} other {# Tage}} ohne ihn anmelden, dann nicht mehr.',
  'letter.reminder.do': 'Anmelden und einrichten',
  'letter.factors.subject': 'Ihr zweiter Faktor bei {site} hat sich geändert',
  'letter.factors.appAdded': 'Für Ihr Konto wurde eine Authenticator-App eingerichtet.',
  'letter.factors.appRemoved': 'Die Authenticator-App wurde von Ihrem Konto entfernt.',
  'letter.factors.passkeyAdded': 'Ihrem Konto wurde ein Passkey hinzugefügt.',
  'letter.factors.passkeyRemoved': 'Ein Passkey wurde von Ihrem Konto entfernt.',
  'letter.factors.emailAdded': 'Für Ihr Konto wurden Codes per E-Mail eingerichtet.',
  'letter.factors.emailRemoved': 'Codes per E-Mail wurden für Ihr Konto ausgeschaltet.',
  'letter.factors.codesMade': 'Für Ihr Konto wurden neue Wiederherstellungscodes angelegt. Frühere gelten nicht mehr.',
  'letter.factors.codeUsed': 'Für Ihr Konto wurde ein Wiederherstellungscode benutzt. Er gilt nicht mehr.',
  'letter.factors.reset': 'Die Verwaltung hat alle zweiten Faktoren von Ihrem Konto entfernt. Bitte richten Sie neue ein.',
  'letter.factors.see': 'Ansehen, was Ihr Konto hat',
  'letter.factors.notYou': 'Wenn Sie es nicht waren, ändern Sie sofort Ihr Passwort und sagen Sie es der Verwaltung der Website.',
  'letter.request.subject': 'Wir haben Ihre Anfrage bekommen',
  'letter.request.hello': 'Guten Tag {name},',
  'letter.request.text': 'wir haben Ihre Anfrage bekommen. Wir beantworten sie, sobald wir können, spätestens in einem Monat.',
  'letter.requestOf.subject': 'Eine Datenanfrage auf {site}',
  'letter.requestOf.asks': '{email} ({region}) bittet:',
  'letter.requestOf.answer': 'Bitte beantworten Sie die Anfrage innerhalb eines Monats.',
  'letter.checks.subject': 'Was das Recht von {site} verlangen kann',
  'letter.checks.look': 'Die Website wurde durchgesehen. Bitte kümmern Sie sich darum:',
  'letter.checks.block_01':
    'Die Website benutzt {technology}. Dem Dienst lässt sich sagen, worin Besucher einwilligen (Einwilligungsmodus); das geschieht nicht.',
  'letter.checks.block_02':
    'Die Website zeigt Anzeigen von Netzwerken, die Einwilligungen nach dem TCF-Standard erwarten; er ist nicht eingerichtet.',
  'letter.checks.block_03': 'Die Website spricht mehrere Sprachen: Sie richtet sich vielleicht an Regionen mit eigenem Datenschutzrecht.',
  'letter.checks.block_04': 'Die Website sammelt Daten: Sehen Sie nach, ob ihre Datenschutzerklärung noch sagt, welche.',
  'letter.checks.block_05': 'Es wurde keine Datenschutzerklärung gefunden.',
  'letter.checks.block_06': 'Die Website verkauft etwas: Ihre Datenschutzerklärung sollte sagen, was mit Bestellungen geschieht.',
  'letter.checks.block_07':
    'Die Website fragt mit einem weiteren Werkzeug nach Einwilligung (Google): Besucher werden vielleicht zweimal gefragt.',
};
