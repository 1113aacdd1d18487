import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchPayStep, MAX_BATCH_FEE_BPS, type Payment } from '../evm/index.ts'
import { getNetwork } from '../networks/index.ts'
import { batchFees, tokenNeeds } from './index.ts'

const mainnet = getNetwork('mainnet')
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const PAYEE = '0x5F83dE90ccA73d0695e6642B4cd2eB2B7D644f9E'

const direct = (token: string | null, amountUnits: bigint, feeUnits = 0n) => ({
  token,
  amountUnits,
  feeUnits,
})
const converted = (token: string | null, maxToSpendUnits: bigint) => ({
  ...direct(token, 1n),
  conversion: { maxToSpendUnits },
})
const ONE_PERCENT = { bps: 100, tokenBps: 100 }

test('the batch fee applies to amounts per currency, excludes other fees, and rounds down', () => {
  const items = [direct(USDC, 150n, 1_000n), direct(null, 10n ** 18n), direct(USDC, 49n)]
  expect(batchFees(items, ONE_PERCENT)).toEqual([
    { token: USDC, units: 1n, isMost: false },
    { token: null, units: 10n ** 16n, isMost: false },
  ])
})

test('the batch fee rounds direct payments and conversions in a currency down separately', () => {
  const items = [direct(USDC, 199n), converted(USDC.toLowerCase(), 199n), converted(null, 250n)]
  expect(batchFees(items, ONE_PERCENT)).toEqual([
    { token: USDC, units: 2n, isMost: true },
    { token: null, units: 2n, isMost: true },
  ])
})

test('the batch fee omits tokens while the contract charges no fee on them', () => {
  const items = [direct(USDC, 1_000n), direct(null, 1_000n)]
  expect(batchFees(items, { bps: 100, tokenBps: 0 })).toEqual([
    { token: null, units: 10n, isMost: false },
  ])
  expect(tokenNeeds(items, { bps: 100, tokenBps: 0 })).toEqual([{ token: USDC, units: 1_000n }])
})

test('a batch computes the contract fee for each token and for the coin', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 27n })
  const payments = fc.array(
    fc.record({
      token: fc.constantFrom(USDC, USDT, null),
      units,
      feeUnits: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      isConverted: fc.boolean(),
    }),
    { minLength: 2, maxLength: 12 },
  )
  fc.assert(
    fc.property(payments, fc.integer({ min: 0, max: MAX_BATCH_FEE_BPS }), (list, bps) => {
      const items = list.map(
        (one, index): Payment => ({
          ...payment(one.token, index),
          amountUnits: one.units,
          feeUnits: one.feeUnits,
          conversion: one.isConverted
            ? {
                path: [USD, one.token ?? mainnet.nativeCurrency.hash],
                maxToSpendUnits: one.units,
                maxRateTimespanS: 0n,
              }
            : null,
        }),
      )
      const fee = { bps, tokenBps: bps }
      for (const token of [USDC, USDT]) {
        const need = tokenNeeds(items, fee).find((one) => one.token === token)
        expect(need?.units ?? 0n).toBe(takenBySolidity(list, token, bps))
      }
      const { value } = batchPayStep(mainnet, items, PAYEE, fee).transaction
      expect(value).toBe(takenBySolidity(list, null, bps))
    }),
    { numRuns: 500 },
  )
})

function payment(token: string | null, index: number): Payment {
  const paymentReference = `0x${(index + 1).toString(16).padStart(16, '0')}` as const
  return { payee: PAYEE, token, amountUnits: 1n, feeUnits: 0n, feeAddress: PAYEE, paymentReference }
}

type Item = { token: string | null; units: bigint; feeUnits: bigint; isConverted: boolean }

/**
 * Computes the fee as in `_batchMultiERC20Payments`, `_batchMultiERC20ConversionPayments` and their native counterparts of
 * BatchConversionPayments 0.1.0: `(sum * batchFee) / feeDenominator`, with the sum of `requestAmount`, or of `maxToSpend` for
 * conversions.
 */
function takenBySolidity(list: readonly Item[], token: string | null, bps: number): bigint {
  let [amountAndFee, requested, mostToSpend] = [0n, 0n, 0n]
  for (const item of list.filter((one) => one.token === token)) {
    if (item.isConverted) mostToSpend += item.units
    else {
      amountAndFee += item.units + item.feeUnits
      requested += item.units
    }
  }
  const batchFee = BigInt(bps)
  return (
    amountAndFee +
    (requested * batchFee) / 10_000n +
    mostToSpend +
    (mostToSpend * batchFee) / 10_000n
  )
}
