/** What a detected payment says beside the money when nothing was converted; `requestUnits` is its `creditedUnits`. */
export const PLAIN_PAYMENT = {
  type: 'direct',
  conversionRate: null,
  rateSource: null,
  amountInUsd: null,
  clientId: null,
  invoiceCurrency: 'ETH-devnet',
  paymentCurrency: 'ETH-devnet',
  reference: null,
  recurringPaymentId: null,
  crosschain: null,
} as const
