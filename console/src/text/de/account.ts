import type { Text } from '../text.ts'

/** The German sentences for the account screen; part of {@link de}. */
export const account: Text['account'] = {
  title: 'Konto',
  identity: 'Angemeldet als',
  wallet: 'Wallet',
  email: 'E-Mail',
  tenant: 'Händler-ID',
  until: 'Sitzungsende',
  walletUntil: 'Nach 15 Minuten ohne Nutzung.',
  business: 'Unternehmen',
  passwordTitle: 'Passwort ändern',
  passwordText: 'Damit enden alle anderen Sitzungen dieses Kontos.',
  current: 'Aktuelles Passwort',
  new: 'Neues Passwort',
  change: 'Passwort ändern',
  changed: 'Passwort geändert. Alle anderen Sitzungen wurden beendet.',
  wrongCurrent: 'Das ist nicht Ihr aktuelles Passwort.',
}
