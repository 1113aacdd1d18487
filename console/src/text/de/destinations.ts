import type { Text } from '../text.ts'

/** The German sentences for the receiving route screen; part of {@link de}. */
export const destinations: Text['destinations'] = {
  title: 'Empfang',
  lead: 'Hier gehen Zahlungen an Sie ein. Das Geld geht direkt aus der Wallet des Zahlers in Ihre.',
  current: 'Ihr Empfangsziel',
  none: 'Noch kein Empfangsziel',
  noneText: 'Wählen Sie das Netzwerk und das Token, die diese Wallet empfängt.',
  others: 'Empfangsziele der anderen Wallets dieses Kontos',
  othersText: 'Nur die Wallet selbst kann ihr Empfangsziel ändern.',
  network: 'Netzwerk',
  token: 'Token',
  tokensOf: (network) => `Token auf ${network}`,
  native: 'Nativer Coin',
  contract: 'Vertrag',
  wallet: 'Wallet',
  id: 'Ziel-ID',
  since: 'Seit',
  create: 'Hier empfangen',
  change: 'Ändern',
  changeTitle: 'Empfangsziel ändern',
  changeText:
    'Client-IDs, die an dieses Empfangsziel gebunden sind, folgen der Änderung. Bestehende Zahlungen behalten ihr Empfangsziel.',
  saveChange: 'Dieses Empfangsziel verwenden',
  chosen: (token, network) => `${token} auf ${network}`,
  deactivate: 'Empfang hier beenden',
  deactivateTitle: 'Empfang über dieses Ziel beenden?',
  deactivateText:
    'Daran gebundene Client-IDs erstellen keine Zahlungen mehr, und keine neue Zahlung kann die Ziel-ID nennen. Bestehende Zahlungen können weiterhin ausgeführt werden. Links aus der Konsole zahlen direkt an Ihre Wallet: Links, die beliebig oft bezahlt werden können, nehmen neue Zahler an, bis Sie sie stornieren.',
  deactivateConfirm: 'Empfang beenden',
  created: 'Empfangsziel gespeichert.',
  changed: 'Empfangsziel geändert.',
  deactivated: 'Sie empfangen über dieses Ziel nicht mehr.',
  testNetwork: 'Testnetz',
  noNetworks: 'Dieser Dienst hat kein Netzwerk für Ihre Art von Wallet.',
  accountTitle: 'Ein Empfangsziel gehört zu einer Wallet',
  accountText:
    'Nur die Wallet selbst kann festlegen, wo ihr Geld eingeht, damit niemand es mit einem gestohlenen Passwort umleiten kann. Sie sind mit E-Mail angemeldet. Sie haben zwei Möglichkeiten:',
  accountWays: [
    'Melden Sie sich ab, melden Sie sich mit der Wallet an, die das Geld empfängt, und legen Sie ihr Empfangsziel auf dieser Seite fest. Ist die Wallet noch kein Mitglied dieses Händlerkontos, lädt sie zuerst ein Inhaber oder Admin unter „Konto“ ein.',
    'Bleiben Sie hier und stellen Sie unten die Ziel-ID einer beliebigen Wallet zusammen. Binden Sie eine Client-ID daran oder verwenden Sie sie, wenn Sie eine Zahlung erstellen.',
  ],
  compose: 'Ziel-ID zusammenstellen',
  composeHint:
    'Prüfen Sie die Adresse zweimal: Zahlungen dorthin lassen sich nicht rückgängig machen.',
  walletAddress: 'Wallet-Adresse',
  walletInvalid:
    'Geben Sie die vollständige Adresse einer Wallet ein. Enthält sie Groß- und Kleinbuchstaben, muss die Schreibweise stimmen.',
  composed: 'Ziel-ID',
  toClientIds: 'Client-ID daran binden',
  conflict:
    'Dieses Empfangsziel wurde inzwischen geändert, vielleicht in einem anderen Tab. Es wurde nichts gespeichert. Kopieren Sie Ihre Eingaben, laden Sie das Empfangsziel neu und wiederholen Sie dann Ihre Änderungen.',
  receiveAgain: 'Hier wieder empfangen',
}
