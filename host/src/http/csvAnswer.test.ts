import { expect, it } from 'vitest'
import { prefersCsv } from './csvAnswer.ts'

it.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['Text/CSV', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv;header=present;q=0.9, application/json;q=0.8', true],
  ['application/json, text/csv;q=0.9', false],
  ['application/json, text/csv', false],
  ['text/csv;q=0', false],
  ['text/csv;q=nonsense', false],
  ['text/*', false],
  ['', false],
])('prefersCsv reads Accept: %s', (accept, isCsv) => {
  expect(prefersCsv(accept)).toBe(isCsv)
})
