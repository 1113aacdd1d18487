import { expect, test } from 'vitest'
import { en } from '../text/en.ts'
import { checkPassword } from './checkPassword.ts'

test.each([
  ['7 characters', '1234567', en.signIn.passwordShort],
  ['8 characters', '12345678', null],
  ['7 characters of two units each', '🔑'.repeat(7), en.signIn.passwordShort],
  ['100 characters of two units each', '🔑'.repeat(100), null],
  ['101 characters', 'x'.repeat(101), en.signIn.passwordLong],
  ['spaces alone', ' '.repeat(8), null],
])('checkPassword judges %s', (_, password, problem) => {
  expect(checkPassword(password, en)).toBe(problem)
})
