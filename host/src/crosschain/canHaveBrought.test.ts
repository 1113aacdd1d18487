import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { canHaveBrought, isOlderThanSource } from './canHaveBrought.ts'

/** 10 USDC left the wallet on devnet. */
const sending = {
  source: getNetwork('devnet'),
  currency: 'USDC',
  sentUnits: 10_000_000n,
  decimals: 6,
}

describe('A delivery', () => {
  it('a delivery is at most the amount sent plus five percent for price differences', () => {
    expect(canHaveBrought(sending, 9_900_000n)).toBe(true)
    expect(canHaveBrought(sending, 10_500_000n)).toBe(true)
    expect(canHaveBrought(sending, 10_500_001n)).toBe(false)
  })

  it('a delivery is compared in the units of the request token', () => {
    const inWei = { ...sending, decimals: 18 }
    expect(canHaveBrought(inWei, 10n ** 19n)).toBe(true)
    expect(canHaveBrought(inWei, 10n ** 20n)).toBe(false)
  })

  it('a delivery is impossible if the sent amount is unknown', () => {
    expect(canHaveBrought({ ...sending, sentUnits: null }, 1n)).toBe(false)
    expect(canHaveBrought({ ...sending, currency: 'WHAT' }, 1n)).toBe(false)
  })
})

describe('A block of the destination chain', () => {
  const txHash = `0x${'ab'.repeat(32)}` as const
  const whole = { hash: txHash, input: '0x', from: txHash, to: null } as const
  const block = { number: 7n, hash: txHash, parentHash: txHash, logsBloom: null }
  const chainOf = (blockNumber: bigint | null) => ({
    network: getNetwork('devnet'),
    getAgreedTransaction: async () => ({ ...whole, blockNumber }),
    getAgreedBlocks: async () => [{ ...block, timestampS: Date.UTC(2026, 0, 1) / 1_000 }],
  })

  it.each([
    ['2026-01-01T00:00:04.000Z', false],
    ['2025-12-31T23:50:00.000Z', false],
    ['2025-12-31T23:49:59.000Z', true],
  ])(
    'a block of the destination chain of %s is too old for a delivery of 2026-01-01: %s',
    async (blockTime, expected) => {
      expect(await isOlderThanSource(chainOf(7n), { txHash }, blockTime)).toBe(expected)
    },
  )

  it('a block of the destination chain cannot be judged while the source transaction is not in a block', async () => {
    const asked = isOlderThanSource(chainOf(null), { txHash }, '2026-01-01T00:00:00.000Z')
    await expect(asked).rejects.toMatchObject({ code: 'chain_unavailable' })
  })
})
