import type { Text } from '../text.ts'

/** The German sentences about roles and scopes; part of {@link de}. */
export const rights: Text['rights'] = {
  roles: {
    owner: 'Inhaber',
    admin: 'Admin',
    finance: 'Finanzen',
    developer: 'Entwickler',
    'read-only': 'Nur Lesezugriff',
  },
  roleHints: {
    owner: 'Alles, und kann weitere Inhaber ernennen.',
    admin: 'Alles außer Änderungen an Inhabern.',
    finance: 'Zahlungen, Links, Auszahlungen und Erstattungen. Keine Einstellungen.',
    developer:
      'Zahlungen, Links und Einstellungen wie API-Schlüssel und Webhooks. Sendet kein Geld.',
    'read-only': 'Sieht alles, ändert nichts.',
  },
  scopes: {
    read: 'Lesen',
    create: 'Erstellen',
    payouts: 'Auszahlungen',
    refunds: 'Erstattungen',
    manage: 'Verwalten',
    team: 'Team',
  },
  scopeHints: {
    read: 'Zahlungen, Zahlungsanforderungen, Links und Zahler.',
    create: 'Zahlungsanforderungen und Zahlungslinks, und deren Stornierung.',
    payouts: 'Sendet Geld: Auszahlungen, Auszahlungspläne und Bankkonten.',
    refunds: 'Sendet Zahlungen zurück.',
    manage: 'Webhooks, Client-IDs, Domains, Branding und Empfangsziele.',
    team: 'Kann Mitglieder einladen, ändern und entfernen.',
  },
  missing: (scope) =>
    `Ihrer Rolle fehlt das Recht „${scope}“. Wenden Sie sich an einen Inhaber oder Admin dieses Kontos.`,
}
