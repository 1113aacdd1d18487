import { z } from 'zod'
import { orderSchema } from '../schemas/order.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  paymentReferenceSchema,
  recipientSchema,
  requestIdSchema,
  requestStatusSchema,
  securePaymentFlowSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { acceptsMembers, refuseAccepts, refuseIdlePayees } from './accepts.ts'
import { customerInfoInputSchema } from './customerInfo.ts'
import { endpoint } from './endpoint.ts'
import { feeBearerMember } from './feePlans.ts'
import { noAccessPolicy } from './noAccessPolicy.ts'
import { pageQuery, paginationSchema, refusePageConflict } from './paging.ts'
import { recurrenceSchema } from './recurrence.ts'
import {
  paymentReferenceExample,
  requestExportExample,
  requestIdExample,
  requestSummaryExample,
} from './requestExamples.ts'
import { requestParams } from './requestPaying.ts'
import { requestSummarySchema } from './requestSchemas.ts'

/** The caller's input for a request; parses `isCryptoToFiatAvailable` into `isCryptoToFiatAllowed`. */
const requestCreateSchema = z
  .object({
    amount: amountSchema.describe(
      'The stated amount, in units of the invoice currency. The payee receives it, less the fee if the payee bears the fee.',
    ),
    invoiceCurrency: currencyIdSchema,
    paymentCurrency: currencyIdSchema.describe(
      'The currency that the payer sends: the invoice currency, or one to which it can be converted.',
    ),
    payee: recipientSchema
      .optional()
      .describe(
        'Required unless the calling client ID is bound to a payee destination or the request is crypto-to-fiat.',
      ),
    payer: addressSchema.optional(),
    isCryptoToFiatAllowed: z
      .boolean()
      .optional()
      .describe(
        'The money goes into a bank account. The payer pays the offramp provider’s deposit address, which responses contain as `payee`, regardless of the payee in the body. Both currencies must be USDC on one network that the provider serves, without recurrence.',
      ),
    isCryptoToFiatAvailable: z.boolean().optional().describe('Alias of isCryptoToFiatAllowed.'),
    ...feeBearerMember,
    ...noAccessPolicy,
    recurrence: recurrenceSchema.optional(),
    customerInfo: customerInfoInputSchema.optional(),
    order: orderSchema.optional().describe('The purpose of the payment, in the invoice currency.'),
    reference: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The merchant’s reference, such as an order number.'),
    originalRequestId: freeText({ min: 1, max: 255 })
      .optional()
      .describe('The recurring request to which this period belongs.'),
    originalRequestPaymentReference: freeText({ min: 1, max: 255 }).optional(),
    ...acceptsMembers,
  })
  .superRefine((body, context) => {
    refuseIdlePayees(body, context)
    if (body.accepts === undefined) return
    const reason = reasonAgainstAccepts(body)
    if (reason !== null) refuseAccepts(context, { path: ['accepts'], reason })
  })
  .superRefine(
    ({ isCryptoToFiatAllowed: allowed, isCryptoToFiatAvailable: available }, context) => {
      if (allowed === undefined || available === undefined || allowed === available) return
      context.addIssue({
        code: 'custom',
        path: ['isCryptoToFiatAvailable'],
        message: 'must be the same as isCryptoToFiatAllowed: it is an alias',
        params: { code: 'conflicting_fields' },
      })
    },
  )
  .transform(({ isCryptoToFiatAvailable, ...body }) => ({
    ...body,
    isCryptoToFiatAllowed: body.isCryptoToFiatAllowed ?? isCryptoToFiatAvailable ?? false,
  }))
  .meta({ id: 'RequestCreate' })

/** Returns the reason why a request can have only one payment currency; null if it may accept others. */
function reasonAgainstAccepts(body: {
  isCryptoToFiatAllowed?: boolean | undefined
  isCryptoToFiatAvailable?: boolean | undefined
  recurrence?: object | undefined
}): string | null {
  if (body.isCryptoToFiatAllowed === true || body.isCryptoToFiatAvailable === true) {
    return 'the offramp provider receives one currency'
  }
  return body.recurrence === undefined ? null : 'a recurring request has one payment currency'
}

/** The parsed body of a call that creates a request. */
export type RequestCreate = z.output<typeof requestCreateSchema>

/** The identifiers of a new request. */
const requestCreatedSchema = z
  .object({ requestId: requestIdSchema, paymentReference: paymentReferenceSchema })
  .meta({ id: 'RequestCreated' })

const filterMembers = {
  status: requestStatusSchema.optional().describe('Only requests with this current status.'),
  reference: freeText({ min: 1, max: 255 })
    .optional()
    .describe('Only requests with exactly this reference.'),
  paymentReference: paymentReferenceSchema
    .optional()
    .describe('Only the request with this payment reference.'),
  flow: securePaymentFlowSchema
    .optional()
    .describe('`pay` for payouts, `get_paid` for all other requests.'),
}

const listQuerySchema = z
  .object({ ...pageQuery({ defaultLimit: 50, maxLimit: 100 }), ...filterMembers })
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
      'Defines the amount that a payee receives. If both currencies are equal, the payment is direct; a fiat invoice is converted on chain during the payment.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
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
        description: 'The request was created, and the service watches for its payment.',
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
      'Returns requests, newest first. A client ID lists only its own requests, without customer data; other credentials list all of the merchant’s requests.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
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

  export: endpoint({
    id: 'exportRequests',
    host: 'api',
    method: 'GET',
    path: '/v2/request/export',
    tag: 'Requests',
    summary: 'Export requests as CSV',
    description:
      'Returns all requests that match every filter, newest first. The response is text/csv, regardless of `Accept`. A client ID exports only its own requests, without customer data. `GET /v2/payments` exports payments.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    query: z.object(filterMembers),
    responses: {
      200: {
        description: 'A header line, then one line per request.',
        schema: z.string(),
        example: requestExportExample,
        csv: {
          description:
            'One request per line after a header line. Times are in UTC. Text that a spreadsheet would interpret as a formula begins with an apostrophe. New columns are added at the end.',
          example: requestExportExample,
          isOnly: true,
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
    description: 'A stopped recurrence creates no further requests; existing ones stay payable.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: requestParams,
    body: z.object({ isRecurrenceStopped: z.boolean() }).meta({ id: 'RequestUpdate' }),
    bodyExample: { isRecurrenceStopped: true },
    responses: {
      200: {
        description: 'The recurrence was stopped or resumed.',
        schema: z
          .object({ requestId: requestIdSchema, isRecurrenceStopped: z.boolean() })
          .meta({ id: 'RequestUpdated' }),
        example: { requestId: requestIdExample, isRecurrenceStopped: true },
      },
    },
    errors: [400, 401, 404, 410, 429],
    problems: { 400: 'The body is not valid, or the request is not recurring (`not_recurring`).' },
  }),
}
