import { z } from 'zod'
import { customerInfoInputSchema } from './customerInfo.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery, paginationSchema, refusePageConflict } from './paging.ts'
import { recurrenceSchema } from './recurrence.ts'
import {
  paymentReferenceExample,
  requestIdExample,
  requestSummaryExample,
} from './requestExamples.ts'
import { requestParams } from './requestPaying.ts'
import { requestSummarySchema } from './requestSchemas.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  paymentReferenceSchema,
  recipientSchema,
  requestIdSchema,
  requestStatusSchema,
} from './schemas.ts'
import { freeText } from './text.ts'

/** The caller's input for a request; parses `isCryptoToFiatAvailable` into `isCryptoToFiatAllowed`. */
export const requestCreateSchema = z
  .object({
    amount: amountSchema.describe('What the payee receives, in units of the invoice currency.'),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema.describe(
      'What the payer pays with: the invoice currency itself, or one that it can be converted to.',
    ),
    payee: recipientSchema
      .optional()
      .describe(
        'Needed unless the calling client ID is bound to a payee destination or the request is crypto-to-fiat.',
      ),
    payer: addressSchema.optional(),
    isCryptoToFiatAllowed: z
      .boolean()
      .optional()
      .describe(
        'The money goes into a bank account: it is paid to the deposit address of the offramp provider, which answers name as `payee`, whatever payee is stated. Both currencies are then USDC of one network that the provider serves, without recurrence.',
      ),
    isCryptoToFiatAvailable: z
      .boolean()
      .optional()
      .describe('Another name of isCryptoToFiatAllowed.'),
    recurrence: recurrenceSchema.optional(),
    customerInfo: customerInfoInputSchema.optional(),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The merchant’s own reference, such as an order number.'),
    originalRequestId: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The recurring request that this one is a period of.'),
    originalRequestPaymentReference: freeText({ min: 1, max: 255 }).optional(),
  })
  .superRefine(
    ({ isCryptoToFiatAllowed: allowed, isCryptoToFiatAvailable: available }, context) => {
      if (allowed === undefined || available === undefined || allowed === available) return
      context.addIssue({
        code: 'custom',
        path: ['isCryptoToFiatAvailable'],
        message: 'must be the same as isCryptoToFiatAllowed: it is another name of it',
        params: { code: 'conflicting_fields' },
      })
    },
  )
  .transform(({ isCryptoToFiatAvailable, ...body }) => ({
    ...body,
    isCryptoToFiatAllowed: body.isCryptoToFiatAllowed ?? isCryptoToFiatAvailable ?? false,
  }))
  .meta({ id: 'RequestCreate' })

/** The body of a request to create, parsed. */
export type RequestCreate = z.output<typeof requestCreateSchema>

/** The identifiers of a new request. */
export const requestCreatedSchema = z
  .object({ requestId: requestIdSchema, paymentReference: paymentReferenceSchema })
  .meta({ id: 'RequestCreated' })

const listQuerySchema = z
  .object({
    ...pageQuery({ defaultLimit: 50, maxLimit: 100 }),
    status: requestStatusSchema.optional().describe('Only requests that have this status now.'),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('Only requests with exactly this reference.'),
  })
  .superRefine(refusePageConflict)

/** Operations that create, list and stop requests. */
export const requestEndpoints = {
  create: endpoint({
    id: 'createRequest',
    host: 'api',
    method: 'POST',
    path: '/v2/request',
    tag: 'Requests',
    summary: 'Create a request',
    description:
      'States what a payee shall receive. Equal currencies are paid directly, a fiat invoice is converted on chain as it is paid.',
    auth: ['apiKey', 'clientId'],
    idempotent: true,
    body: requestCreateSchema,
    bodyExample: {
      payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '80',
      invoiceCurrency: 'USD',
      paymentCurrency: 'USDC-mainnet',
      reference: 'PO-7781',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test', address: { country: 'PT' } },
      isCryptoToFiatAllowed: false,
    },
    responses: {
      201: {
        description: 'The request was created and is watched for.',
        schema: requestCreatedSchema,
        example: { requestId: requestIdExample, paymentReference: paymentReferenceExample },
      },
    },
    errors: [400, 401, 403, 429],
  }),

  list: endpoint({
    id: 'listRequests',
    host: 'api',
    method: 'GET',
    path: '/v2/request',
    tag: 'Requests',
    summary: 'List requests',
    description:
      'Newest first. A client ID sees the requests that it created, without customer data; other credentials see all of the merchant.',
    auth: ['apiKey', 'clientId', 'session'],
    query: listQuerySchema,
    responses: {
      200: {
        description: 'One page of requests.',
        schema: z
          .object({ requests: z.array(requestSummarySchema), pagination: paginationSchema })
          .meta({ id: 'RequestPage' }),
        example: {
          requests: [requestSummaryExample],
          pagination: { total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null },
        },
      },
    },
    errors: [400, 401, 429],
  }),

  update: endpoint({
    id: 'updateRequest',
    host: 'api',
    method: 'PATCH',
    path: '/v2/request/{requestId}',
    tag: 'Requests',
    summary: 'Stop or resume a recurring request',
    description: 'A stopped recurrence makes no further requests; those that exist stay payable.',
    auth: ['apiKey', 'clientId'],
    params: requestParams,
    body: z.object({ isRecurrenceStopped: z.boolean() }).meta({ id: 'RequestUpdate' }),
    bodyExample: { isRecurrenceStopped: true },
    responses: {
      200: {
        description: 'The recurrence is stopped, or goes on.',
        schema: z
          .object({ requestId: requestIdSchema, isRecurrenceStopped: z.boolean() })
          .meta({ id: 'RequestUpdated' }),
        example: { requestId: requestIdExample, isRecurrenceStopped: true },
      },
    },
    errors: [400, 401, 404, 429],
    problems: { 400: 'The body is not valid, or the request is not recurring (`not_recurring`).' },
  }),
}
