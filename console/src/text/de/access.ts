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
  walletsOfRoute: (most) =>
    `Eine Adresse pro Zeile, bis zu ${most}, aus den Wallets des Empfangsziels. Ohne Eintrag dürfen sie alle zahlen.`,
  walletExcluded: (line, text) =>
    `Zeile ${line}: Die Regeln des Empfangsziels schließen „${text}“ aus. Entfernen Sie die Adresse oder ändern Sie die Regeln unter Empfang.`,
  noneLeft:
    'Keine Wallet darf zahlen: Die Regeln des Empfangsziels erlauben andere Wallets. Wählen Sie eine davon oder ändern Sie die Regeln unter Empfang.',
  routeWallets: (count) =>
    plural(
      count,
      'Auch die Regeln des Empfangsziels gelten: Nur 1 Wallet darf zahlen',
      `Auch die Regeln des Empfangsziels gelten: Nur ${count} Wallets dürfen zahlen`,
    ),
  routeHides:
    'Die Regeln des Empfangsziels verbergen die Adresse. Darum verbirgt sie auch dieser Link.',
  routeUnknown: 'Hat das Empfangsziel Regeln für Zahler, so gelten sie auch für diesen Link.',
  narrowed: 'Gespeichert. Auch die Regeln des Empfangsziels gelten: siehe „Zahler“.',
  excluded: (wallets) =>
    `Gespeichert, aber die Regeln des Empfangsziels schließen ${wallets} aus: siehe „Zahler“.`,
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
