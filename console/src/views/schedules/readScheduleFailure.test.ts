import { ApiError } from '@secure-payment/core/client'
import { expect, test } from 'vitest'
import { en } from '../../text/en.ts'
import { readScheduleFailure } from './readScheduleFailure.ts'

const { form } = en.schedules

/** Returns a rejection as the client creates it from a problem document. */
function refusal(
  code: string,
  more: { reason?: string; errors?: { field: string; message: string; code: string }[] },
) {
  const message = 'The service’s own sentence.'
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

test('Recurrence errors appear at the form’s fields', () => {
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

test('An error in a field that the form lacks is shown as the service’s whole message', () => {
  const errors = [{ field: 'invoiceCurrency', message: 'must exist', code: 'unknown_currency' }]
  const told = readScheduleFailure(refusal('validation_failed', { errors }), en)
  expect(told).toEqual({ message: 'The service’s own sentence.', fields: {} })
})

test.each([
  ['recurring_unavailable', { reason: 'no_relayer' }, form.unavailable['no_relayer']],
  ['recurring_unavailable', { reason: 'no_contract' }, form.unavailable['no_contract']],
  [
    'recurring_unavailable',
    { reason: 'relayer_not_allowed' },
    form.unavailable['relayer_not_allowed'],
  ],
  ['recurring_unavailable', { reason: 'toString' }, 'The service’s own sentence.'],
  ['payer_is_contract', {}, form.payerIsContract],
])('%s %j states the missing part', (code, more, message) => {
  expect(readScheduleFailure(refusal(code, more), en)).toEqual({ message, fields: {} })
})

test('An error that is not a response from the service is left unchanged', () => {
  expect(readScheduleFailure(new TypeError('x'), en)).toEqual({})
})
