import { expect, it } from 'vitest'
import { createTenantShares, RANKS } from './createTenantShares.ts'

function createShares() {
  const time = { ms: 0 }
  return { time, shares: createTenantShares(() => time.ms) }
}

it('the calls of the busiest merchants are returned by rank, and those of other merchants are omitted', () => {
  const { shares } = createShares()
  for (let tenant = 1; tenant <= RANKS + 3; tenant += 1) {
    for (let call = 0; call < tenant; call += 1) shares.count(`tenant-${tenant}`)
  }
  expect(shares.largest()).toEqual([8, 7, 6, 5, 4])
})

it('calls without a merchant count as one caller', () => {
  const { shares } = createShares()
  shares.count(null)
  shares.count('tenant')
  shares.count(null)
  expect(shares.largest()).toEqual([2, 1])
})

it('a call counts for at least one minute and at most two', () => {
  const { shares, time } = createShares()
  shares.count('tenant')
  time.ms = 60_000
  shares.count('tenant')
  expect(shares.largest()).toEqual([2])
  time.ms = 120_000
  expect(shares.largest()).toEqual([1])
  time.ms = 240_000
  expect(shares.largest()).toEqual([])
})
