import type { Text } from '../text.ts'

/** The German sentences for the sign-in; part of {@link de}. */
export const signIn: Text['signIn'] = {
  title: 'Anmelden',
  lead: 'Empfangen Sie Zahlungen direkt in Ihre Wallet. Ihre Schlüssel bleiben bei Ihnen.',
  expired:
    'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie aufgehört haben. Falls die Anmeldung nicht gelingt, fragen Sie den Inhaber: Möglicherweise wurden Sie entfernt.',
  signedOut: 'Sie sind abgemeldet.',
  invited: {
    join: (merchant: string) => `${merchant} beitreten`,
    joinUnnamed: 'Einem Händlerkonto beitreten',
    openAccount: 'Eigenes Händlerkonto eröffnen',
    by: (merchant: string) => `${merchant} lädt Sie ein`,
    byUnnamed: 'Ein Händler ohne Namen lädt Sie ein',
    byOperator: 'Der Betreiber dieses Dienstes lädt Sie ein',
    toJoin: 'Sie treten dem Händlerkonto mit der unten genannten Rolle bei.',
    toOpen: 'Sie eröffnen ein eigenes, getrenntes Händlerkonto.',
    how: {
      anyone:
        'Melden Sie sich mit einer Wallet an oder erstellen Sie ein Konto mit E-Mail. Der Link funktioniert einmal.',
      email:
        'Die Einladung gilt nur für eine E-Mail-Adresse. Erstellen Sie ein Konto mit dieser Adresse. Der Link funktioniert einmal.',
      wallet:
        'Die Einladung gilt nur für eine Wallet. Melden Sie sich mit dieser Wallet an. Der Link funktioniert einmal.',
    },
    role: 'Rolle',
    domain: 'Verifizierte Domain',
    noDomain: 'Keine. Fragen Sie beim Absender nach, ob der Link von diesem Händler stammt.',
    inviter: 'Eingeladen von',
    until: 'Gültig bis',
  },
  byInvitation: 'Neue Händler brauchen eine Einladung.',
  byInvitationText:
    'Öffnen Sie den Link, den Sie erhalten haben. Ein Händler, der diesen Dienst nutzt, kann unter „Konto“ einen erstellen; der Betreiber kann das über die Befehlszeile.',
  closed: 'Die Registrierung ist geschlossen.',
  closedText:
    'Mitglieder melden sich hier an. Um eines zu werden, bitten Sie den Betreiber dieses Dienstes um einen Einladungslink.',
  withWallet: 'Mit Ihrer Wallet',
  withEmail: 'Mit E-Mail',
  walletHint:
    'Eine Wallet-Sitzung kann festlegen, wohin Ihre Zahlungen gehen. Sie endet nach 15 Minuten ohne Nutzung.',
  emailHint:
    'Ein E-Mail-Konto verwaltet Zahlungen, Links und Einstellungen, soweit seine Rolle es erlaubt. Es bleibt 30 Tage angemeldet. Nur eine Wallet kann festlegen, wohin Zahlungen gehen.',
  noWallets: 'In diesem Browser wurde keine Wallet gefunden.',
  noWalletsHint:
    'Installieren Sie eine Wallet-Erweiterung, öffnen Sie diese Seite in einer Wallet-App oder melden Sie sich mit E-Mail an.',
  connecting: (wallet) => `Weiter in ${wallet}`,
  connectingText: 'Erlauben Sie dieser Seite, Ihr Konto zu sehen. Noch wird nichts signiert.',
  review: 'Prüfen, was Sie signieren',
  reviewText: (wallet) =>
    `${wallet} zeigt diese Nachricht. Ihre Signatur beweist, dass das Konto Ihnen gehört. Sie bewegt kein Geld und kostet nichts.`,
  sign: 'Signieren und fortfahren',
  signing: (wallet) => `In ${wallet} signieren`,
  signingText: 'Dieselbe Nachricht wartet dort.',
  chooseOther: 'Andere Wallet wählen',
  rejected: 'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts signiert.',
  walletBusy:
    'In Ihrer Wallet ist bereits eine Anfrage offen. Bestätigen Sie sie oder lehnen Sie sie ab und versuchen Sie es dann erneut.',
  walletLocked:
    'Ihre Wallet ist gesperrt oder hat kein Konto freigegeben. Entsperren Sie sie und versuchen Sie es erneut.',
  walletFailed:
    'Ihre Wallet konnte das nicht ausführen. Versuchen Sie es erneut oder verwenden Sie eine andere.',
  refused:
    'Der Dienst hat diese Signatur abgelehnt. Sie ist vielleicht abgelaufen: Beginnen Sie von vorn.',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: '8 bis 100 Zeichen',
  signInButton: 'Anmelden',
  register: 'Konto erstellen',
  toRegister: 'Neu hier? Konto erstellen',
  toSignIn: 'Schon ein Konto? Anmelden',
  emailInvalid: 'Geben Sie eine E-Mail-Adresse wie ana@example.com ein.',
  passwordShort: 'Verwenden Sie mindestens 8 Zeichen.',
  passwordLong: 'Verwenden Sie höchstens 100 Zeichen.',
}
