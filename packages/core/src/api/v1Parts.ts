import { z } from 'zod'
import { pathIdSchema } from '../schemas/schemas.ts'
import { paymentReferenceExample, requestExample, requestIdExample } from './requestExamples.ts'

/** The path parameters of the operations on one request. */
export const referenceParams = z.object({
  paymentReference: pathIdSchema.describe('The request’s payment reference, in any letter case.'),
})

/** The members that the definitions of all operations on requests share. */
export const v1Shared = { host: 'api', tag: 'Version 1', auth: ['apiKey'] } as const

/** The members that the definitions of all operations that read a request share. */
export const v1Read = {
  ...v1Shared,
  method: 'GET',
  params: referenceParams,
  errors: [400, 401, 404, 429],
} as const

/** A body that creates a request. */
export const v1BodyExample = {
  payee: requestExample.payee,
  amount: '80',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-mainnet',
} as const

/** The response to `GET /v1/request/{paymentReference}`. */
export const v1StateExample = {
  hasBeenPaid: false,
  paymentReference: paymentReferenceExample,
  requestId: requestIdExample,
  isListening: true,
  txHash: requestExample.txHash,
} as const
