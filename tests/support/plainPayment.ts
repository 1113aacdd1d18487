/** The members of a detected payment besides the money, without a conversion; `requestUnits` is its `creditedUnits`. */
export const PLAIN_PAYMENT = {
  type: 'direct',
  conversionRate: null,
  rateSource: null,
  amountInUsd: null,
  fiatWorths: {},
  clientId: null,
  invoiceCurrency: 'ETH-devnet',
  paymentCurrency: 'ETH-devnet',
  reference: null,
  recurringPaymentId: null,
  crosschain: null,
} as const
