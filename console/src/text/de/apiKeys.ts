import type { Text } from '../text.ts'

/** The German sentences for the API keys screen; part of {@link de}. */
export const apiKeys: Text['apiKeys'] = {
  title: 'API-Schlüssel',
  lead: 'Ein API-Schlüssel ist das Passwort Ihres Servers. Er gehört nie in eine Seite, eine App oder ein Repository.',
  create: 'API-Schlüssel erstellen',
  empty: 'Noch kein API-Schlüssel',
  emptyText:
    'Erstellen Sie für jeden Server oder Job einen eigenen, damit Sie jeden einzeln widerrufen können.',
  label: 'Bezeichnung',
  labelHint: 'Wo er verwendet wird, etwa „Bestelldienst“.',
  scopes: 'Rechte',
  scopesHint:
    'Geben Sie einem Schlüssel nur, was sein Server braucht. Rechte lassen sich später nicht ändern.',
  noScopes: 'Wählen Sie mindestens ein Recht.',
  /** `scopes` contains the names of the scopes, joined as a list. */
  may: (scopes) => `Rechte: ${scopes}`,
  expires: 'Läuft ab',
  expiry: { never: 'Nie', d30: 'In 30 Tagen', d90: 'In 90 Tagen', d365: 'In einem Jahr' },
  expiresAt: (when) => `Läuft am ${when} ab`,
  expired: 'Abgelaufen',
  createTitle: 'Neuer API-Schlüssel',
  createdTitle: 'Ihr neuer API-Schlüssel',
  created: 'API-Schlüssel erstellt.',
  key: 'API-Schlüssel',
  switchedOn: 'API-Schlüssel eingeschaltet.',
  switchedOff:
    'API-Schlüssel ausgeschaltet. Aufrufe damit werden innerhalb einer Sekunde abgelehnt.',
  revoke: 'Widerrufen',
  revokeTitle: (label) => `„${label}“ widerrufen?`,
  revokeText:
    'Aufrufe mit diesem Schlüssel werden ab sofort abgelehnt. Das lässt sich nicht rückgängig machen.',
  revoked: 'API-Schlüssel widerrufen.',
  revokedList: (count) => `Widerrufen (${count})`,
}
