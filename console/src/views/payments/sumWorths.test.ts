import { expect, test } from 'vitest'
import { receivedPayment } from '../../testing/receivedPayment.ts'
import { sumWorths } from './sumWorths.ts'

const inEuros = (amountInReportingCurrency: string | null) =>
  receivedPayment({ reportingCurrency: 'EUR', amountInReportingCurrency })

test('Known values are added up exactly, and unknown ones are counted', () => {
  const payments = ['0.1', '0.2', null, '12345678901.00000001'].map(inEuros)
  const sum = { worth: '12345678901.30000001', currency: 'EUR', unknownCount: 1 }
  expect(sumWorths(payments)).toEqual(sum)
})

test('Payments have no sum if no value is known, or if the values are in two currencies', () => {
  expect(sumWorths([])).toBeNull()
  expect(sumWorths([inEuros(null)])).toBeNull()
  expect(sumWorths([inEuros('1'), receivedPayment({})])).toBeNull()
})
