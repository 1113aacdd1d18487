import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for the delivery list; part of {@link de}. */
export const deliveries: Text['deliveries'] = {
  title: 'Zustellungen',
  of: (url) => `an ${url}`,
  back: 'Alle Webhooks',
  filter: 'Anzeigen',
  status: {
    all: 'Alle',
    pending: 'Ausstehend',
    delivered: 'Zugestellt',
    dead: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  empty: 'Noch nichts vorhanden',
  emptyText: 'Zustellungen erscheinen hier, sobald bei einer Zahlung etwas geschieht.',
  emptyFilter: 'Keine Zustellung mit diesem Status.',
  older: 'Ältere Zustellungen',
  refresh: 'Aktualisieren',
  test: 'Test',
  replayed: (count) => plural(count, 'Einmal erneut zugestellt', `${count}-mal erneut zugestellt`),
  attempts: (count) => plural(count, '1 Versuch', `${count} Versuche`),
  next: (when) => `Nächster Versuch ${when}`,
  replayAll: 'Alle fehlgeschlagenen erneut zustellen',
  replayAllTitle: 'Alle fehlgeschlagenen Zustellungen erneut senden?',
  replayAllText:
    'Jede wird mit ihrer eigenen Zustellungs-ID erneut gesendet, damit Ihr Server Wiederholungen erkennt. Bis zu 1.000 auf einmal, ohne Tests.',
  replayedAll: (count, remaining) =>
    remaining > 0
      ? `Unterwegs: ${count}. Noch offen: ${remaining}.`
      : count === 0
        ? 'Nichts erneut zuzustellen: Außer Tests ist keine Zustellung fehlgeschlagen.'
        : plural(count, '1 Zustellung ist unterwegs.', `${count} Zustellungen sind unterwegs.`),
}
