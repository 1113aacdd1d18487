import { expect, it } from 'vitest'
import { maskNumber } from './maskNumber.ts'

it.each([
  ['253009233489', '********3489'],
  ['12345', '*2345'],
  ['1234', '****'],
  ['1', '*'],
])('maskNumber masks %s as %s', (text, masked) => {
  expect(maskNumber(text)).toBe(masked)
})
