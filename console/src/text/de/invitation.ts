import type { Text } from '../text.ts'

/** The German sentences about inviting another merchant. */
export const invitation: Text['invitation'] = {
  merchant: {
    title: 'Händler einladen',
    lead: 'Neue Händler brauchen hier eine Einladung. Ein Link eröffnet ein eigenes Händlerkonto. Er funktioniert einmal, innerhalb von drei Tagen, und gibt keinen Zugriff auf Ihres.',
    create: 'Link erstellen',
  },
  member: {
    title: 'Mitglied einladen',
    lead: 'Ein Link fügt diesem Konto eine Wallet oder E-Mail-Adresse mit einer Rolle hinzu. Er funktioniert einmal, innerhalb von drei Tagen.',
    create: 'Einladungslink erstellen',
  },
  guest: 'Nur für',
  guestHint:
    'Eine E-Mail-Adresse oder eine Wallet; nur sie kann den Link verwenden. Ohne Angabe kann ihn jeder verwenden, der ihn hat: Senden Sie ihn nur an diese Person.',
  guestInvalid:
    'Geben Sie eine E-Mail-Adresse wie ana@example.com oder die Adresse einer Wallet ein.',
  isFor: (address) => `Nur für ${address}`,
  sent: (email) => `Der Dienst sendet den Link auch an ${email}.`,
  link: 'Einladungslink',
  inRole: (role) => `Einladung mit der Rolle ${role}`,
  guestInRole: (guest, role) => `Einladung für ${guest} mit der Rolle ${role}`,
  once: (until) =>
    `Kopieren Sie den Link jetzt: Diese Seite zeigt ihn nur einmal. Er gilt bis ${until}.`,
  created: 'Einladungslink erstellt.',
  open: 'Offene Links',
  opens: { merchant: 'Für einen neuen Händler', member: 'Für ein Mitglied dieses Kontos' },
  made: (when) => `Erstellt ${when}`,
  expires: (when) => `Läuft ${when} ab`,
  you: 'Ihr Link',
  revoke: 'Widerrufen',
  revokeTitle: 'Diesen Link widerrufen?',
  revokeText: 'Der Link funktioniert sofort nicht mehr.',
  revoked: 'Einladungslink widerrufen.',
}
