import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { addUsdWorth } from './addUsdWorth.ts'

const payment: DetectedPayment = {
  requestId: 'r',
  tenantId: 't',
  network: 'devnet',
  txHash: '0x1',
  logIndex: 0,
  blockNumber: 7n,
  blockHash: '0x2',
  blockTime: '2026-01-01T00:00:00.000Z',
  payer: null,
  payee: `0x${'0a'.repeat(20)}`,
  tokenAddress: null,
  amountUnits: 1n,
  creditedUnits: 1n,
  requestUnits: 1n,
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
  feeUnits: 0n,
  feeAddress: null,
  isLate: false,
  gasUnits: null,
  recurringPaymentId: null,
  crosschain: null,
}

/** 2,500 dollars per ETH: 4 * 10^14 wei for 10^8 units of dollars, times 10^18. */
const client = {
  network: getNetwork('devnet'),
  readRates: async (paths: readonly unknown[]) =>
    paths.map(() => ({ rate: 4n * 10n ** 24n, oldestTimestampS: 1n })),
}

async function worthOf(change: Partial<DetectedPayment>): Promise<string | null | undefined> {
  const [told] = await addUsdWorth(client, [{ ...payment, ...change }])
  return told?.amountInUsd
}

describe('the worth of a payment', () => {
  test('the worth of a payment is the amount received at the rate of its block', async () => {
    expect(await worthOf({ creditedUnits: 2n * 10n ** 18n })).toBe('5000')
  })

  test('the worth of a payment is the invoiced amount when the invoice was in dollars', async () => {
    const inDollars = { type: 'conversion', invoiceCurrency: 'USD' } as const
    expect(await worthOf({ ...inDollars, requestUnits: 12_34000000n })).toBe('12.34')
  })

  test('the worth of a payment stays unknown if no invoice could request that amount', async () => {
    // 4 * 10^26 ETH are 10^30 dollars.
    const most = 4n * 10n ** 44n
    expect(await worthOf({ creditedUnits: most - 1n })).toBe(`${'9'.repeat(30)}.99999999`)
    expect(await worthOf({ creditedUnits: most })).toBeNull()
    expect(await worthOf({ creditedUnits: 2n ** 256n - 1n })).toBeNull()
  })

  test('the worth of a payment stays unknown if the block has no rate for the currency', async () => {
    for (const rate of [null, undefined]) {
      const other = { ...client, readRates: async () => [rate as null] }
      expect(await addUsdWorth(other, [payment])).toEqual([payment])
    }
  })

  test('the worth of a payment is read from the chain only if it needs a rate', async () => {
    let reads = 0
    const counting = {
      ...client,
      readRates: async (paths: readonly unknown[]) => {
        reads += 1
        return client.readRates(paths)
      },
    }
    const inDollars: DetectedPayment = { ...payment, type: 'conversion', invoiceCurrency: 'USD' }
    await addUsdWorth(counting, [inDollars])
    expect(reads).toBe(0)
    await addUsdWorth(counting, [inDollars, payment])
    expect(reads).toBe(1)
  })
})
