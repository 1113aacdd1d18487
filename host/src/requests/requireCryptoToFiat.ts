import { InvalidInputError } from '@secure-payment/core'

/** Ids of the currencies that offramps take: USDC on Ethereum, Polygon, Arbitrum One and Sepolia. */
const CRYPTO_TO_FIAT_CURRENCIES: readonly string[] = [
  'USDC-mainnet',
  'USDCn-matic',
  'USDC-arbitrum-one',
  'fUSDC-sepolia',
]

/**
 * Refuses a request that is to be paid out in fiat money from a currency that no offramp takes.
 *
 * @throws InvalidInputError naming `paymentCurrency`
 */
export function requireCryptoToFiat(paymentCurrency: string): void {
  if (CRYPTO_TO_FIAT_CURRENCIES.includes(paymentCurrency)) return
  throw new InvalidInputError([
    {
      field: 'paymentCurrency',
      code: 'unsupported_crypto_to_fiat',
      message: `must be one of ${CRYPTO_TO_FIAT_CURRENCIES.join(', ')} when isCryptoToFiatAllowed is true`,
    },
  ])
}
