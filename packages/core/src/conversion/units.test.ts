import { expect, test } from 'vitest'
import { findCurrency } from '../networks/index.ts'
import { minorUnit } from './index.ts'

// The minor units are those of ISO 4217; fiat amounts have 8 decimals.
test.each([
  ['USD', 10n ** 6n],
  ['CHF', 10n ** 6n],
  ['JPY', 10n ** 8n],
  ['KRW', 10n ** 8n],
  ['USDC-base', 1n],
  ['ETH-base', 1n],
])('The minor unit of %s is %d units', (id, units) => {
  const found = findCurrency(id)
  if (found === undefined) throw new Error(`No currency ${id}`)
  expect(minorUnit(found.currency)).toBe(units)
})
