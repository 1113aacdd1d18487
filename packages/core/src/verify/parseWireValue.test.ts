import { expect, test } from 'vitest'
import { MalformedValueError } from '../errors.ts'
import { parseWireValue } from './index.ts'

test.each<[unknown, bigint]>([
  [0, 0n],
  [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
  ['0x0', 0n],
  ['0x00', 0n],
  ['0xDe0b6b3a7640000', 10n ** 18n],
  [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
  [{ type: 'BigNumber', hex: '0x00' }, 0n],
  [{ type: 'BigNumber', hex: '0x0de0b6b3a7640000' }, 10n ** 18n],
])('parseWireValue accepts %o', (value, units) => {
  expect(parseWireValue(value)).toBe(units)
})

test.each<[unknown]>([
  [-1],
  [0.5],
  [2 ** 53],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1n],
  [true],
  [null],
  [undefined],
  [''],
  ['0'],
  ['10'],
  ['0x'],
  ['0X1'],
  ['0x-1'],
  ['0x1 '],
  ['0xg'],
  [`0x1${'0'.repeat(64)}`],
  [[]],
  [['0x1']],
  [{}],
  [{ hex: '0x1' }],
  [{ type: 'BigNumber' }],
  [{ type: 'BigNumber', hex: 1 }],
  [{ type: 'BigNumber', hex: '1' }],
  [{ type: 'bigint', hex: '0x1' }],
])('parseWireValue rejects %o', (value) => {
  expect(() => parseWireValue(value)).toThrow(MalformedValueError)
})
