import { expect, test } from 'vitest'
import { roundCost, roundPair, roundRate, roundUp } from './roundUp.ts'

test.each([
  ['80.016', '80.02'],
  ['80.81616', '80.82'],
  ['80', '80'],
  ['80.5', '80.5'],
  ['80.999', '81'],
  ['1.0002', '1.001'],
  ['1234567.891', '1234567.9'],
  ['0.0329663', '0.03297'],
  ['0.032960000000000001', '0.03297'],
  ['0.00000268', '0.00000268'],
  ['0.999999', '1'],
  ['99.991', '100'],
])('the amount %s is shown as %s, never less', (amount, shown) => {
  expect(roundUp(amount)).toBe(shown)
})

test.each([
  ['0.923456789', '0.923457'],
  ['0.9234561', '0.923456'],
  ['2693.456789', '2693.46'],
  ['118234.567', '118234.57'],
  ['0.000371234567', '0.000371235'],
  ['0.92', '0.92'],
  ['2', '2'],
])('the rate %s is shown as %s, the nearest', (rate, shown) => {
  expect(roundRate(rate)).toBe(shown)
})

test.each([
  { about: '80', most: '80.8', shown: ['80', '80.8', 2] },
  { about: '82', most: '82.82', shown: ['82', '82.82', 2] },
  { about: '100', most: '101', shown: ['100', '101', 0] },
  { about: '80.014', most: '80.81616', shown: ['80.01', '80.82', 2] },
  { about: '80.015', most: '80.81616', shown: ['80.02', '80.82', 2] },
  { about: '100.5', most: '101.505', shown: ['100.5', '101.51', 2] },
  { about: '0.11', most: '0.1133', shown: ['0.11', '0.1133', 4] },
  { about: '0.032004999999999999', most: '0.03296515', shown: ['0.032', '0.03297', 5] },
  { about: '0.9999', most: '1.009899', shown: ['1', '1.01', 2] },
])('about $about and at most $most have the same decimals', ({ about, most, shown }) => {
  const pair = roundPair(about, most)
  expect([pair.about, pair.most, pair.places]).toEqual(shown)
})

test.each([
  ['0.2652', 'EUR', '0.27'],
  ['0.0004', 'EUR', '0.01'],
  ['112.4', 'EUR', '112.4'],
  ['0.2652', 'USDC', '0.2652'],
])('roundCost rounds %s %s up to %s', (amount, symbol, shown) => {
  expect(roundCost({ amount, symbol })).toEqual({ amount: shown, symbol })
})
