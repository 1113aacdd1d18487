import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the home screen; part of {@link de}. */
export const home: Text['home'] = {
  title: 'Startseite',
  lead: 'Eingegangenes Geld und alles, was Ihre Aufmerksamkeit erfordert.',
  received: 'Eingegangen',
  receivedHint: (currency) => `Gegenwert in ${currency} zum Zeitpunkt der jeweiligen Zahlung.`,
  receivedIn: (currency) => `Eingegangen (${currency})`,
  periods: { today: 'Heute', week: 'Diese Woche', month: 'Dieser Monat' },
  lastMonth: 'Zahlungen im letzten Monat',
  unknown: (count) =>
    plural(
      count,
      '1 davon hat keinen bekannten Gegenwert',
      `${count} davon haben keinen bekannten Gegenwert`,
    ),
  perDay: 'Eingänge pro Tag in den letzten 30 Tagen',
  highest: (day, money) => `Höchstwert: ${money} am ${day}`,
  dayTitle: (day, money, payments) => `${day}: ${money}, ${payments}`,
  asTable: 'Tage als Tabelle anzeigen',
  day: 'Tag',
  payments: 'Zahlungen',
  attention: 'Erfordert Aufmerksamkeit',
  calm: 'Nichts erfordert Ihre Aufmerksamkeit.',
  unmatched: (count, written) =>
    plural(count, '1 nicht zugeordnete Zahlung', `${written} nicht zugeordnete Zahlungen`),
  unmatchedText:
    'In den letzten 14 Tagen ist Geld eingegangen, das zu keiner Zahlungsanforderung passt.',
  disabled: (url) => `Der Dienst hat den Webhook ${url} deaktiviert`,
  failing: (count, written, url) =>
    plural(
      count,
      `1 Zustellung an ${url} ist fehlgeschlagen`,
      `${written} Zustellungen an ${url} sind fehlgeschlagen`,
    ),
  failingText:
    'In den letzten 7 Tagen. Beheben Sie den Fehler auf Ihrem Server und stellen Sie sie dann erneut zu.',
  expiring: (label) => `Der API-Schlüssel „${label}“ läuft bald ab`,
  expired: (label) => `Der API-Schlüssel „${label}“ ist abgelaufen`,
  atLeast: (count) => `${count} oder mehr`,
  latest: 'Neueste Zahlungen',
  all: 'Alle Zahlungen',
}
