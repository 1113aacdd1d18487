import { ApiError } from '@secure-payment/core/client'
import { describe, expect, test } from 'vitest'
import { isSessionEnded, readFailure } from './failure.ts'
import { de } from './text/de.ts'
import { en } from './text/en.ts'

/** Returns an error as the client creates it from a problem document. */
function apiError(facts: {
  status: number
  code: string
  message?: string
  errors?: { field: string; message: string; code: string }[]
  retryAfter?: number
  requestId?: string
}): ApiError {
  const { status, code, message = 'The service’s own sentence.', errors } = facts
  const problem = {
    type: `https://api.example.test/errors/${code}`,
    title: 'Problem',
    status,
    detail: message,
    statusCode: status,
    error: 'Problem',
    message,
    code,
    ...(errors && { errors }),
  }
  const { retryAfter = null, requestId = null } = facts
  return new ApiError({ message, status, code, problem, retryAfter, requestId })
}

describe('readFailure', () => {
  test('readFailure assigns each service message to its field, with the line number for a list', () => {
    const failure = readFailure(
      apiError({
        status: 400,
        code: 'validation_failed',
        errors: [
          {
            field: 'allowedDomains[1]',
            message: 'must be an https origin',
            code: 'invalid_origin',
          },
          { field: 'label', message: 'is required', code: 'required' },
          { field: 'label', message: 'must have at least 1 characters', code: 'too_short' },
        ],
      }),
      en,
    )
    expect(failure).toEqual({
      message: en.errors.validation_failed,
      code: 'validation_failed',
      fields: { allowedDomains: 'Line 2 must be an https origin.', label: 'Is required.' },
      supportCode: null,
    })
  })

  test('readFailure describes a link without a wallet that may pay in the console’s language', () => {
    const errors = [
      {
        field: 'accessPolicy.allowedPayerAddresses',
        message: 'leaves no wallet that may pay',
        code: 'no_allowed_payer',
      },
    ]
    const failure = readFailure(apiError({ status: 400, code: 'validation_failed', errors }), de)
    expect(failure.fields).toEqual({ accessPolicy: de.access.noneLeft })
    expect(failure.message).toBe(de.errors.validation_failed)
  })

  test.each([
    ['wrong_credentials', 401, en.errors.wrong_credentials],
    ['email_taken', 409, en.errors.email_taken],
    ['origin_not_allowed', 403, en.errors.origin_not_allowed],
    ['duplicate_url', 400, en.errors.duplicate_url],
    ['network_error', 0, en.errors.network_error],
    ['unexpected_response', 502, en.errors.unexpected_response],
    ['session_required', 401, en.errors.session_ended],
    ['a_code_of_tomorrow', 403, 'The service’s own sentence.'],
    ['toString', 403, 'The service’s own sentence.'],
    ['internal_error', 500, en.errors.internal],
  ])('readFailure describes the code %s in a sentence', (code, status, sentence) => {
    expect(readFailure(apiError({ status, code }), en).message).toBe(sentence)
  })

  test('readFailure states when the person may retry', () => {
    const limited = (retryAfter?: number) =>
      readFailure(
        apiError({ status: 429, code: 'rate_limited', ...(retryAfter && { retryAfter }) }),
        en,
      ).message
    expect(limited(1)).toBe('Too many attempts. Try again in 1 second.')
    expect(limited(42)).toBe('Too many attempts. Try again in 42 seconds.')
    expect(limited()).toBe('Too many attempts. Wait a moment and try again.')
  })

  test('readFailure returns a support code only when the service is at fault', () => {
    const requestId = 'req_01KB4Z'
    const codeOf = (status: number) =>
      readFailure(apiError({ status, code: 'x', requestId }), en).supportCode
    expect([codeOf(500), codeOf(503), codeOf(400)]).toEqual([requestId, requestId, null])
  })

  test('readFailure reports a fault in the page itself', () => {
    expect(readFailure(new TypeError('x is not a function'), en).message).toBe(en.errors.unexpected)
  })
})

test('A wrong password keeps the session, but an unauthorized response ends it', () => {
  expect(isSessionEnded(apiError({ status: 401, code: 'wrong_credentials' }))).toBe(false)
  expect(isSessionEnded(apiError({ status: 401, code: 'unauthorized' }))).toBe(true)
  expect(isSessionEnded(apiError({ status: 403, code: 'forbidden' }))).toBe(false)
  expect(isSessionEnded(new Error('401'))).toBe(false)
})
