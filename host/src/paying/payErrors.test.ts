import { expect, test } from 'vitest'
import {
  AlreadyPaidError,
  AmountExceedsRemainingError,
  PaidByScheduleError,
  RequestCancelledError,
  RequestExpiredError,
  RequestProcessingError,
  RequestReusableError,
} from './payErrors.ts'

test('each error of a request states the cause and the fix', () => {
  const errors = [
    new AlreadyPaidError(),
    new AlreadyPaidError({ field: 'requestIds[3]' }),
    new PaidByScheduleError(),
    new PaidByScheduleError({ field: 'requestIds[0]' }),
    new AmountExceedsRemainingError({ remaining: '5.5', currency: 'USDC' }),
    new RequestProcessingError(),
    new RequestProcessingError({ field: 'requestIds[1]' }),
    new RequestExpiredError(),
    new RequestReusableError(),
    new RequestCancelledError({ supportUrl: null }),
    new RequestCancelledError({ field: 'requestIds[2]', supportUrl: 'https://shop.example/help' }),
  ]
  const lines = errors.map(
    ({ code, kind, message, field }) => `${kind} ${code} ${field ?? '-'}: ${message}`,
  )
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "invalid already_paid -: This request is already paid. Do not pay again.
    invalid already_paid requestIds[3]: This request is already paid. Do not pay again.
    invalid paid_by_schedule -: A recurring payout pays this request. Wait for the date of the payment, or cancel the recurring payout and create another request.
    invalid paid_by_schedule requestIds[0]: A recurring payout pays the request of requestIds[0]. Wait for the date of the payment, or cancel the recurring payout and create another request.
    invalid amount_exceeds_remaining amount: The amount is more than the remaining amount of this request: 5.5 USDC. Pay at most the remaining amount, or omit amount to pay the whole remainder.
    conflict payment_processing -: A payment of this request was sent and is being confirmed. Do not pay again.
    conflict payment_processing requestIds[1]: A payment of the request of requestIds[1] was sent and is being confirmed. Do not pay again.
    forbidden payment_expired -: The payment link of this request has expired. Ask the merchant for a new link.
    forbidden link_reusable -: Each payer of the reusable link of this request pays a separate request. Call POST /v2/secure-payments/{token}/open, and pay the request that it returns.
    gone payment_not_payable -: The merchant cancelled this request. Ask the merchant, and do not pay.
    gone payment_not_payable requestIds[2]: The merchant cancelled the request of requestIds[2]. Ask the merchant, and do not pay: https://shop.example/help"
  `)
})
