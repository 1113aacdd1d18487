import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences for access policies; part of {@link de}. */
export const access: Text['access'] = {
  title: 'Zahler',
  fold: 'Für bestimmte Wallets reservieren',
  wallets: 'Wallets, die zahlen dürfen',
  walletsHint: (most) =>
    `Eine Adresse pro Zeile, bis zu ${most}. Ohne Eintrag darf jede Wallet zahlen.`,
  walletInvalid: (line, text) =>
    `Zeile ${line}: „${text}“ ist keine Adresse einer Wallet in diesem Netzwerk.`,
  walletsMany: (most) => `Höchstens ${most} Wallets.`,
  hide: 'Empfangsadresse verbergen',
  hideHint:
    'Die Seite kürzt die Adresse, bis eine berechtigte Wallet verbunden ist. Zahlungen auf der Blockchain bleiben öffentlich.',
  hidden: 'Verborgen, bis eine berechtigte Wallet verbunden ist',
  address: 'Empfangsadresse',
  anyWallet: 'Jede Wallet darf zahlen',
  onlyWallets: (count) =>
    plural(count, 'Nur 1 Wallet darf zahlen', `Nur ${count} Wallets dürfen zahlen`),
  shareHint: 'Wer den Link hat, sieht die Forderung. Nur bestimmte Wallets können sie bezahlen.',
  screened: 'Jeder Zahler wird geprüft',
  edit: 'Regeln für Zahler ändern',
  editText:
    'Sie gelten für neue Zahlungsseiten dieses Empfangsziels. Bestehende Seiten behalten die Regeln, mit denen sie erstellt wurden.',
  save: 'Regeln speichern',
  saved: 'Regeln für Zahler gespeichert.',
}
