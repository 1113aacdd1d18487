/** The English sentences of payments that the service prices. */
export const enQuoted = {
  rate: 'Rate',
  /** After the amount that is due: what it is worth, and what is paid for it. */
  roundedUp: (worth: string, paid: string) => `${worth}, rounded up to ${paid}`,
  sources: 'Price from',
  priceFor: (time: string) => `This price is valid for another ${time}.`,
  priceEnded: 'This price has expired. Nothing was charged.',
  newPrice: 'Get a new price',
}
