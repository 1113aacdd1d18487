import { expect, it } from 'vitest'
import { countryCodes } from './countries.ts'

it('Unicode has a region name for each of the 250 country codes', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect([...countryCodes].filter((code) => names.of(code) === undefined)).toEqual([])
  expect(countryCodes.size).toBe(250)
})
