import { InvalidInputError } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { DestinationNotAllowedError } from './errors.ts'
import { planCryptoToFiat } from './planCryptoToFiat.ts'

const DEPOSIT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** A provider with a deposit address on every network, so that only the service's own rules reject a request. */
const offramp = {
  id: 'some-offramp',
  depositAddress: () => DEPOSIT,
} as unknown as NonNullable<Context['offramp']> // The cast is safe, because no other member is used.

const plan = (
  stated: Parameters<typeof planCryptoToFiat>[1],
  provider: Context['offramp'] = offramp,
  bound: string | null = null,
) => planCryptoToFiat({ offramp: provider }, stated, { bound })

const inCurrency = (currency: string) => ({ invoiceCurrency: currency, paymentCurrency: currency })

function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return error.issues.map(({ field, code }) => `${field} ${code}`).join(', ')
    }
    throw error
  }
  return 'none'
}

describe('A request for a bank account', () => {
  it.each([
    'USDC-mainnet',
    'USDCn-matic',
    'USDC-matic',
    'USDC-arbitrum-one',
    'fUSDC-sepolia',
    'USDC-sepolia',
    'USDC-devnet',
    'USDC-devnet-b',
  ])('a request for a bank account in %s goes to the deposit address', (currency) => {
    const expected = { payee: DEPOSIT, provider: 'some-offramp' }
    expect(plan(inCurrency(currency))).toEqual(expected)
    expect(plan({ ...inCurrency(currency), payee: PAYEE })).toEqual(expected)
  })

  it.each([
    'USDC-base',
    'USDC-optimism',
    'USDC-bsc',
    'USDC-tron',
    'USDT-mainnet',
    'ETH-mainnet',
    'DAI-devnet',
    'ETH-devnet',
  ])('a request for a bank account is not accepted in %s', (currency) => {
    expect(refusalOf(() => plan(inCurrency(currency)))).toBe(
      'paymentCurrency unsupported_crypto_to_fiat',
    )
  })

  it('a request for a bank account is invoiced in its payment currency', () => {
    const usdc = inCurrency('USDC-devnet')
    for (const invoiceCurrency of ['USD', 'EUR', 'DAI-devnet', 'USDC-devnet-b']) {
      expect(refusalOf(() => plan({ ...usdc, invoiceCurrency }))).toBe(
        'invoiceCurrency unsupported_crypto_to_fiat',
      )
    }
    expect(plan({ invoiceCurrency: 'USDC-matic', paymentCurrency: 'USDCn-matic' }).payee).toBe(
      DEPOSIT,
    )
  })

  it('a request for a bank account names every problem', () => {
    const usdc = inCurrency('USDC-devnet')
    const served = {
      ...offramp,
      depositAddress: (id: string) => (id === 'devnet' ? DEPOSIT : null),
    }
    expect(refusalOf(() => plan({ ...usdc, payee: '0x12' }))).toBe('payee invalid_address')
    expect(refusalOf(() => plan(inCurrency('NOPE-devnet')))).toBe(
      'paymentCurrency unknown_currency',
    )
    expect(refusalOf(() => plan({ ...usdc, recurrence: {} }))).toBe(
      'recurrence unsupported_crypto_to_fiat',
    )
    expect(refusalOf(() => plan(usdc, null))).toBe(
      'isCryptoToFiatAllowed unsupported_crypto_to_fiat',
    )
    expect(refusalOf(() => plan(inCurrency('USDC-devnet-b'), served))).toBe(
      'paymentCurrency unsupported_crypto_to_fiat',
    )
    expect(() => plan(inCurrency('USDC-devnet-b'), served)).toThrow('must be one of USDC-devnet ')
    expect(() => plan(usdc, offramp, 'a bound destination')).toThrow(DestinationNotAllowedError)
  })

  it('a request for a bank account names the missing setting when the provider has no deposit address', () => {
    const none = { ...offramp, depositAddress: () => null }
    expect(() => plan(inCurrency('USDC-sepolia'), none)).toThrow('PAY_OFFRAMP_SANDBOX_ADDRESS')
  })
})
