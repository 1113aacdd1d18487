import { expect, it } from 'vitest'
import { countryCodes } from './countries.ts'

it('The 250 country codes are ISO 3166-1 plus Kosovo, and Unicode has a region name for each', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect([...countryCodes].filter((code) => names.of(code) === undefined)).toEqual([])
  expect(countryCodes.size).toBe(250)
})
