/** The English sentences of payments that the service prices. */
export const enQuoted = {
  rate: 'Rate',
  sources: 'Price from',
  priceFor: (time: string) => `This price is valid for another ${time}.`,
  priceEnded: 'This price has expired. Nothing was charged.',
  newPrice: 'Get a new price',
}
