import { expect, it } from 'vitest'
import { countryCodes } from './countries.ts'

it('Every country code is one that the Unicode region names know, and there are the 249 of ISO 3166-1 and Kosovo', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect([...countryCodes].filter((code) => names.of(code) === undefined)).toEqual([])
  expect(countryCodes.size).toBe(250)
})
