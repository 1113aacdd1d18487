import { expect, test } from 'vitest'
import { displayFee } from './displayFee.ts'

// The exact fees are amount × percentage / 100, calculated by hand.
test.each([
  // 1.7 % of 33.33
  ['33.33', '0.56661', 'payee', 'USD', { paid: '33.33', received: '32.76', fee: '0.57' }],
  // 1.9 % of 12.34
  ['12.34', '0.23446', 'payee', 'USD', { paid: '12.34', received: '12.1', fee: '0.24' }],
  // 0.7 % of 12.35
  ['12.35', '0.08645', 'payee', 'CHF', { paid: '12.35', received: '12.26', fee: '0.09' }],
  // 1.7 % of 3333
  ['3333', '56.661', 'payee', 'JPY', { paid: '3333', received: '3276', fee: '57' }],
  // 3.3 % of 80.05, which the service rounds up to the cent
  ['80.05', '2.65', 'payer', 'CHF', { paid: '82.7', received: '80.05', fee: '2.65' }],
  // 1.5 % of 0.0123456789
  [
    '0.0123456789',
    '0.0001851851835',
    'payee',
    'ETH',
    { paid: '0.0123456789', received: '0.0121604937165', fee: '0.0001851851835' },
  ],
  ['100', '0', 'payee', 'USD', { paid: '100', received: '100', fee: '0' }],
] as const)(
  'A payment of %s with a fee of %s that the %s bears displays amounts in %s that add up',
  (amount, fee, bearer, symbol, parts) => {
    expect(displayFee({ amount, fee, bearer }, symbol)).toEqual(parts)
  },
)
