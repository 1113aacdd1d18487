import { describe, expect, test } from 'vitest'
import { fakeForm } from '../../testing/fakeForm.ts'
import { en } from '../../text/en.ts'
import { readScheduleForm } from './readScheduleForm.ts'

const PAYER = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = {
  currencyId: 'USDC-base',
  symbol: 'USDC',
  name: 'USD Coin',
  address: '0x1',
  isNative: false,
}
const network = {
  id: 'base',
  chainId: 8453,
  name: 'Base',
  isTest: false,
  family: 'evm',
  tokens: [token],
} as const
const { form: sentences } = en.schedules

function read(values: Readonly<Record<string, string>> = {}, payer: string | null = PAYER) {
  const filled = {
    payee: PAYEE,
    amount: '10.50',
    frequency: 'WEEKLY',
    startDate: '2026-12-01',
    totalPayments: '12',
    ...values,
  }
  const nowMs = Date.parse('2026-11-21T23:59:59Z')
  return readScheduleForm(fakeForm(filled), {
    network,
    token,
    payer,
    nowMs,
    locale: 'en',
    text: en,
  })
}

test('The terms equal the entered values', () => {
  expect(read({ reference: 'SUB-118' })).toEqual({
    terms: {
      payer: PAYER,
      payee: PAYEE,
      currencyId: 'USDC-base',
      amount: '10.5',
      frequency: 'WEEKLY',
      startDate: '2026-12-01',
      totalPayments: 12,
      reference: 'SUB-118',
    },
  })
})

describe('readScheduleForm rejects', () => {
  test.each([
    ['totalPayments', '1', sentences.countInvalid],
    ['totalPayments', '256', sentences.countInvalid],
    ['totalPayments', '2.5', sentences.countInvalid],
    ['totalPayments', '', sentences.countInvalid],
    ['startDate', '2026-11-20', sentences.startInvalid],
    ['startDate', '2027-02-29', sentences.startInvalid],
    ['startDate', '', en.errors.required],
    ['startDate', '2036-11-23', sentences.startFar],
    ['payee', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', sentences.payeeIsPayer],
    ['payee', 'nobody', en.payouts.recipientInvalid('Base')],
    ['amount', '0', en.amounts.invalid],
    ['amount', '1,250', en.amounts.ambiguous('1250', '1.25')],
    ['amount', '1.1234567', en.amounts.tooManyDecimals(6)],
  ])('readScheduleForm rejects the member %s with the text %j', (field, value, sentence) => {
    expect(read({ [field]: value })).toEqual({ fields: { [field]: sentence } })
  })

  test('readScheduleForm rejects a form without a wallet', () => {
    expect(read({}, null)).toEqual({ fields: { payer: sentences.payerNeeded } })
  })
})

test.each(['2', '255'])('%s payments from today on are accepted', (totalPayments) => {
  expect(read({ totalPayments, startDate: '2026-11-21' })).toHaveProperty('terms')
})
