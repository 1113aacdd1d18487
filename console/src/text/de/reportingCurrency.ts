import type { Text } from '../text.ts'

/** The German sentences for choosing the reporting currency; part of {@link de}. */
export const reportingCurrency: Text['reportingCurrency'] = {
  title: 'Berichtswährung',
  lead: 'Startseite, Zahlungen und deren CSV zeigen den Gegenwert in dieser Währung, zum Wechselkurs bei der jeweiligen Zahlung.',
  field: 'Währung',
  hint: 'Gilt sofort für alle Zahlungen. Zahlungen ohne bekannten Gegenwert in dieser Währung werden getrennt gezählt. Genehmigungslimits bleiben in US-Dollar.',
  choice: (code, name) => `${code} · ${name}`,
  save: 'Währung speichern',
  saved: (code) => `Berichtswährung: ${code}.`,
  restricted: 'Inhaber und Admins können sie ändern.',
}
