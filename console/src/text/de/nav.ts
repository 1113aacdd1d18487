import type { Text } from '../text.ts'

/** The German sentences for the navigation; part of {@link de}. */
export const nav: Text['nav'] = {
  label: 'Konsole',
  start: 'Startseite',
  payments: 'Zahlungen',
  links: 'Links',
  newLink: 'Neuer Zahlungslink',
  destinations: 'Empfang',
  clientIds: 'Client-IDs',
  apiKeys: 'API-Schlüssel',
  webhooks: 'Webhooks',
  embed: 'Einbetten',
  branding: 'Branding',
  payouts: 'Auszahlungen',
  payers: 'Bankauszahlungen',
  refunds: 'Erstattungen',
  unmatched: 'Nicht zugeordnet',
  offramps: 'Überweisungen auf Bankkonten',
  payoutFile: 'Auszahlungen aus einer Datei',
  schedules: 'Wiederkehrende Auszahlungen',
  newSchedule: 'Neue wiederkehrende Auszahlung',
  account: 'Konto',
  docs: 'API-Referenz',
  session: 'Sitzung',
}
