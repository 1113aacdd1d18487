import { expect, test } from 'vitest'
import { ConversionUnavailableError, RateTooOldError } from './errors.ts'

const facts = { invoiceCurrency: 'USD', paymentCurrency: 'USDC-base', network: 'base' }

test('ConversionUnavailableError names the failed conversion and the reason', () => {
  const { message, code, kind } = new ConversionUnavailableError({ ...facts, reason: 'no_rate' })
  expect({ code, kind }).toEqual({ code: 'conversion_unavailable', kind: 'invalid' })
  expect(message).toMatchInlineSnapshot(
    `"USD cannot be converted to USDC-base on base now: the conversion contract has no rate along its path. Try again later, or create a request in another payment currency."`,
  )
  expect(
    new ConversionUnavailableError({ ...facts, reason: 'no_amount' }).message,
  ).toMatchInlineSnapshot(
    `"USD cannot be converted to USDC-base on base now: the amount is zero at this rate, or more than a contract can transfer. Try again later, or create a request in another payment currency."`,
  )
})

test('RateTooOldError states the age of a rate and the maximum age', () => {
  const { message, code, kind } = new RateTooOldError({ ...facts, ageS: 3_601n, maxAgeS: 3_600 })
  expect({ code, kind }).toEqual({ code: 'rate_too_old', kind: 'invalid' })
  expect(message).toMatchInlineSnapshot(
    `"The rate of USD in USDC-base on base is 3601 s old; 3600 s are allowed. Try again after the price feed’s next update."`,
  )
})
