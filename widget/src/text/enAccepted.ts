/** The English sentences of the choice among the currencies that a payment accepts. */
export const enAccepted = {
  total: (total: string) => `${total} in total`,
  networkFee: (fee: string) => `network fee about ${fee}`,
  balance: (balance: string, worth: string) => `You have ${balance}, worth ${worth}`,
  nothing: 'This wallet does not have enough in any of these currencies.',
  others: (count: string) => `Not enough in this wallet (${count})`,
}
