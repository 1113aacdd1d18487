/** The English sentences of the choice among the currencies that a payment accepts. */
export const enAccepted = {
  balance: (balance: string, worth: string) => `You have ${balance}, worth ${worth}`,
  nothing: 'This wallet does not have enough in any of these currencies.',
  others: (count: string) => `Not enough in this wallet (${count})`,
  search: 'Search currencies and networks',
  noMatch: (query: string) => `No currency matches “${query}”.`,
  /** `list` names the currencies that need a wallet of another kind: USDT (Tron). */
  otherWallet: (list: string) => `With another wallet, you can also pay in ${list}.`,
  more: (count: string) => `More currencies (${count})`,
  otherTokens: 'Pay with another token',
  noOtherToken: 'No other token in this wallet can pay this.',
}
