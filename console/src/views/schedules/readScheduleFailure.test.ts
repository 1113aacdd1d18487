import { ApiError } from '@secure-payment/core/client'
import { expect, test } from 'vitest'
import { en } from '../../text/en.ts'
import { readScheduleFailure } from './readScheduleFailure.ts'

const { form } = en.schedules

/** A refusal as the client creates it from a problem document. */
function refusal(
  code: string,
  more: { reason?: string; errors?: { field: string; message: string; code: string }[] },
) {
  const message = 'The service says so.'
  const problem = {
    type: `https://api.example.test/errors/${code}`,
    title: 'Bad Request',
    status: 400,
    detail: message,
    statusCode: 400,
    error: 'Bad Request',
    message,
    code,
    ...more,
  }
  return new ApiError({ message, status: 400, code, problem })
}

test('fields of the recurrence are told where the form has them', () => {
  const errors = [
    {
      field: 'recurrence.startDate',
      message: 'must not be before today (UTC)',
      code: 'date_in_past',
    },
    { field: 'payee', message: 'must not be the payer', code: 'payer_is_payee' },
    { field: 'invoiceCurrency', message: 'must exist', code: 'unknown_currency' },
  ]
  expect(readScheduleFailure(refusal('validation_failed', { errors }), en)).toEqual({
    fields: { startDate: 'Must not be before today (UTC).', payee: 'Must not be the payer.' },
  })
})

test('a refusal of fields that the form does not have is told as a whole', () => {
  const errors = [{ field: 'invoiceCurrency', message: 'must exist', code: 'unknown_currency' }]
  const told = readScheduleFailure(refusal('validation_failed', { errors }), en)
  expect(told).toEqual({ message: 'The service says so.', fields: {} })
})

test.each([
  ['recurring_unavailable', { reason: 'no_relayer' }, form.unavailable['no_relayer']],
  ['recurring_unavailable', { reason: 'no_contract' }, form.unavailable['no_contract']],
  [
    'recurring_unavailable',
    { reason: 'relayer_not_allowed' },
    form.unavailable['relayer_not_allowed'],
  ],
  ['recurring_unavailable', { reason: 'toString' }, 'The service says so.'],
  ['payer_is_contract', {}, form.payerIsContract],
])('%s %j says what is missing', (code, more, message) => {
  expect(readScheduleFailure(refusal(code, more), en)).toEqual({ message, fields: {} })
})

test('what is no answer of the service is left as it is', () => {
  expect(readScheduleFailure(new TypeError('x'), en)).toEqual({})
})
