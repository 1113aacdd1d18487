import { describe, expect, it } from 'vitest'
import { priceTransfer } from './priceTransfer.ts'

const usdc = (mode: 'normal' | 'price_change' = 'normal') => ({ decimals: 6, mode })

describe('priceTransfer', () => {
  it('priceTransfer adds 0.2 % on top of the amount to deliver, and at least 0.02', () => {
    expect(priceTransfer({ toUnits: 10_000_000n }, usdc())).toMatchObject({
      fromUnits: 10_020_000n,
    })
    expect(priceTransfer({ toUnits: 2_000_000n }, usdc())).toMatchObject({ fromUnits: 2_020_000n })
    expect(priceTransfer({ toUnits: 1_000_000_000n }, usdc())).toMatchObject({
      fromUnits: 1_002_000_000n,
      feeUnits: 2_000_000n,
    })
  })

  it('priceTransfer rounds a fee up', () => {
    expect(priceTransfer({ toUnits: 10_000_001n }, usdc())).toMatchObject({ feeUnits: 20_001n })
  })

  it('priceTransfer deducts the fee from the sent amount, and returns no price when the fee exceeds it', () => {
    expect(priceTransfer({ fromUnits: 100_000_000n }, usdc())).toEqual({
      fromUnits: 100_000_000n,
      toUnits: 99_800_000n,
      feeUnits: 200_000n,
    })
    expect(priceTransfer({ fromUnits: 20_000n }, usdc())).toBeNull()
    expect(priceTransfer({ fromUnits: 20_001n }, usdc())).toMatchObject({ toUnits: 1n })
  })

  it('priceTransfer charges five times as much after a price change', () => {
    expect(priceTransfer({ toUnits: 10_000_000n }, usdc('price_change'))).toMatchObject({
      feeUnits: 100_000n,
    })
    expect(priceTransfer({ toUnits: 1_000_000_000n }, usdc('price_change'))).toMatchObject({
      feeUnits: 10_000_000n,
    })
  })
})
