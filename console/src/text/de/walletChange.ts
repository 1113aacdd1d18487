import type { Text } from '../text.ts'

/** The German sentences for the move of a destination to another wallet; part of {@link de}. */
export const walletChange: Text['walletChange'] = {
  action: 'In andere Wallet verlegen',
  title: 'In eine andere Wallet verlegen',
  lead: 'Beide Wallets signieren die Verlegung. Die neue Wallet muss sich schon einmal bei diesem Händlerkonto angemeldet haben. Gebundene Client-IDs zahlen danach an die neue Wallet. Bestehende Zahlungen behalten ihre Wallet.',
  address: 'Neue Wallet',
  same: 'Das ist die jetzige Wallet.',
  next: 'Weiter',
  from: 'Von',
  to: 'Nach',
  until: 'Signieren bis',
  signers: {
    current: '1. Mit der jetzigen Wallet signieren',
    next: '2. Mit der neuen Wallet signieren',
  },
  signed: 'Signiert',
  waiting: 'Bestätigen Sie in der Wallet. Das Signieren bewegt kein Geld.',
  noWallets: 'Öffnen Sie diese Seite in einem Browser, der beide Wallets hat.',
  wrongAccount: (address) =>
    `Die Wallet gibt ein anderes Konto frei. Wählen Sie dort ${address} und versuchen Sie es erneut.`,
  wrongNetwork:
    'Die Wallet ist in einem anderen Netzwerk. Wechseln Sie dort zum Netzwerk dieses Empfangsziels und versuchen Sie es erneut.',
  mismatch:
    'Der Dienst hat Daten für eine andere Verlegung geliefert. Es wurde nichts signiert. Laden Sie die Seite neu und versuchen Sie es erneut.',
  move: 'Empfangsziel verlegen',
  restart: 'Von vorn beginnen',
  moved: 'Empfangsziel verlegt. Um es zu ändern, melden Sie sich mit der neuen Wallet an.',
}
