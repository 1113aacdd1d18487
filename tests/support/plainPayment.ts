/** The members, other than the amounts, of a detected payment without a conversion; its `requestUnits` equal its `creditedUnits`. */
export const PLAIN_PAYMENT = {
  type: 'direct',
  conversionRate: null,
  rateSource: null,
  priced: null,
  amountInUsd: null,
  fiatWorths: {},
  clientId: null,
  invoiceCurrency: 'ETH-devnet',
  paymentCurrency: 'ETH-devnet',
  reference: null,
  recurringPaymentId: null,
  crosschain: null,
} as const
