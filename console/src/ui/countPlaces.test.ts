import { expect, test } from 'vitest'
import { countPlaces } from './countPlaces.ts'

test.each([
  [[], 0],
  [['1', '200'], 0],
  [['1250.5', '3'], 2],
  [['0.125', '3'], 3],
  [['0.000000000000000001', '3'], 6],
])('%j is shown with %d decimals', (amounts, places) => {
  expect(countPlaces(amounts)).toBe(places)
})
