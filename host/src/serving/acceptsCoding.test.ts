import { expect, test } from 'vitest'
import { acceptsCoding } from './acceptsCoding.ts'

test.each([
  [undefined, false],
  ['', false],
  ['br', true],
  ['gzip, deflate, BR', true],
  ['gzip;q=1.0, br;q=0', false],
  ['*', true],
  ['br;q=0, *', false],
  ['*;q=0', false],
  ['gzip', false],
  ['brotli', false],
])('Accept-Encoding %j accepts Brotli: %s', (header, accepts) => {
  expect(acceptsCoding({ headers: { 'accept-encoding': header } }, 'br')).toBe(accepts)
})
