import type { Text } from '../text.ts'

/** The German sentences for the delivery screen; part of {@link de}. */
export const delivery: Text['delivery'] = {
  title: 'Zustellung',
  back: 'Alle Zustellungen',
  event: 'Ereignis',
  id: 'Zustellungs-ID',
  payment: 'Zahlungsanforderung',
  created: 'Erstellt',
  completed: 'Beendet',
  next: 'Nächster Versuch',
  none: 'Keiner',
  redeliver: 'Erneut zustellen',
  redelivered: 'Die Zustellung ist wieder unterwegs.',
  sendNow: 'Jetzt senden',
  sentNow: 'Die Zustellung ist unterwegs.',
  request: 'Anfrage',
  headers: 'Header',
  body: 'Body',
  attempts: 'Versuche',
  noAttempts: 'Noch nicht versucht.',
  attempt: (number) => `Versuch ${number}`,
  noResponse: 'Keine Antwort',
  emptyBody: 'Leerer Body',
  duration: (ms) => `${ms} ms`,
}
