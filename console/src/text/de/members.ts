import type { Text } from '../text.ts'

/** The German sentences about the members of a merchant account. */
export const members: Text['members'] = {
  title: 'Mitglieder',
  lead: 'Die Wallets und E-Mail-Konten, die sich hier anmelden können. Jedes hat die Rechte einer Rolle, und nur eine Wallet kann ihr eigenes Empfangsziel ändern.',
  wallet: 'Wallet',
  account: 'E-Mail-Konto',
  you: 'Sie',
  since: (when) => `Beigetreten: ${when}`,
  signedIn: (when) => `Angemeldet ${when}`,
  signInUnknown: 'Letzte Anmeldung unbekannt',
  only: 'Sie sind das einzige Mitglied und können deshalb nicht entfernt werden. Laden Sie zuerst einen weiteren Inhaber ein.',
  remove: 'Entfernen',
  removeTitle: 'Dieses Mitglied entfernen?',
  removeText:
    'Alle Sitzungen dieses Mitglieds enden sofort, und seine unbenutzten Einladungslinks funktionieren nicht mehr. API-Schlüssel, Client-IDs und Auszahlungspläne bleiben: Widerrufen Sie die API-Schlüssel, die dieses Mitglied haben könnte.',
  leave: 'Verlassen',
  leaveTitle: 'Dieses Händlerkonto verlassen?',
  leaveText:
    'Sie werden überall sofort abgemeldet und brauchen für die Rückkehr eine neue Einladung. API-Schlüssel, Client-IDs und Auszahlungspläne bleiben.',
  destinations:
    'Zahlungen gehen weiterhin an diese Empfangsziele der Wallet. Ändern Sie zuerst die Client-IDs, die sie verwenden:',
  removed: 'Mitglied entfernt.',
  changeRole: 'Rolle ändern',
  role: 'Rolle',
  roleTitle: 'Rolle ändern',
  roleText:
    'Sie gilt sofort für alle Sitzungen dieses Mitglieds. Seine unbenutzten Einladungslinks funktionieren nicht mehr.',
  saveRole: 'Rolle speichern',
  roleSaved: 'Rolle geändert.',
}
