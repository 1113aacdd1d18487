import { z } from 'zod'
import { conversionRoutes } from './conversionRoutes.ts'
import { currencies } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import {
  paymentReferenceExample,
  requestCalldataExample,
  requestExample,
  requestIdExample,
  requestRoutesExample,
} from './requestExamples.ts'
import {
  payQuerySchema,
  requestCalldataSchema,
  requestRoutesSchema,
  routesQuerySchema,
} from './requestPaying.ts'
import { pathIdSchema, paymentReferenceSchema, requestIdSchema, txHashSchema } from './schemas.ts'
import { v1PayDirectlySchema, v1RequestCreateSchema } from './v1Schemas.ts'

const referenceParams = z.object({
  paymentReference: pathIdSchema.describe('Payment reference of the request; its case is ignored.'),
})

const requestStateSchema = z
  .object({
    hasBeenPaid: z.boolean(),
    paymentReference: paymentReferenceSchema,
    requestId: requestIdSchema,
    isListening: z.boolean(),
    txHash: txHashSchema.nullable(),
  })
  .meta({ id: 'V1RequestState' })

const STATE = {
  hasBeenPaid: false,
  paymentReference: paymentReferenceExample,
  requestId: requestIdExample,
  isListening: true,
  txHash: requestExample.txHash,
} as const

const BODY = {
  payee: requestExample.payee,
  amount: '80',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-mainnet',
} as const

const shared = { host: 'api', tag: 'Version 1', auth: ['apiKey'] } as const

const read = {
  ...shared,
  method: 'GET',
  params: referenceParams,
  errors: [400, 401, 404, 429],
} as const

/** The first version of the API, for clients that have not moved yet: requests by payment reference, with permissive validation. */
export const v1 = {
  create: endpoint({
    ...shared,
    id: 'createRequestV1',
    method: 'POST',
    path: '/v1/request',
    summary: 'Create a request (version 1)',
    idempotent: true,
    body: v1RequestCreateSchema,
    bodyExample: BODY,
    responses: {
      201: {
        description: 'The request was created and is watched for.',
        schema: z
          .object({ paymentReference: paymentReferenceSchema, requestID: requestIdSchema })
          .meta({ id: 'V1RequestCreated' }),
        example: { paymentReference: paymentReferenceExample, requestID: requestIdExample },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  get: endpoint({
    ...read,
    id: 'getRequestV1',
    path: '/v1/request/{paymentReference}',
    summary: 'Read a request (version 1)',
    responses: {
      200: { description: 'The request.', schema: requestStateSchema, example: STATE },
    },
  }),

  status: endpoint({
    ...read,
    id: 'getRequestStatusV1',
    path: '/v1/request/{paymentReference}/status',
    summary: 'Read the status of a request (version 1)',
    responses: {
      200: { description: 'The status.', schema: requestStateSchema, example: STATE },
    },
  }),

  routes: endpoint({
    ...read,
    id: 'getRequestRoutesV1',
    path: '/v1/request/{paymentReference}/routes',
    summary: 'List the ways to pay a request (version 1)',
    query: routesQuerySchema,
    responses: {
      200: {
        description: 'The routes, cheapest and fastest first.',
        schema: requestRoutesSchema,
        example: requestRoutesExample,
      },
    },
  }),

  pay: endpoint({
    ...read,
    id: 'getRequestCalldataV1',
    path: '/v1/request/{paymentReference}/pay',
    summary: 'Get the transactions that pay a request (version 1)',
    query: payQuerySchema,
    responses: {
      200: {
        description: 'The transactions, approvals first.',
        schema: requestCalldataSchema,
        example: requestCalldataExample,
      },
    },
  }),

  stopRecurrence: endpoint({
    ...shared,
    id: 'stopRecurrenceV1',
    method: 'PATCH',
    path: '/v1/request/{paymentReference}/stop-recurrence',
    summary: 'Stop a recurring request (version 1)',
    params: referenceParams,
    responses: {
      200: {
        description: 'The recurrence is stopped. The answer has no body.',
        schema: z.undefined(),
        example: undefined,
      },
    },
    errors: [401, 404, 429],
    problems: { 400: 'The request is not recurring (`not_recurring`).' },
  }),

  payDirectly: endpoint({
    ...shared,
    id: 'payDirectlyV1',
    method: 'POST',
    path: '/v1/pay',
    summary: 'Create a request and get the transactions that pay it (version 1)',
    idempotent: true,
    body: v1PayDirectlySchema,
    bodyExample: BODY,
    responses: {
      201: {
        description: 'The request was created and is watched for.',
        schema: requestCalldataSchema
          .extend({
            requestID: requestIdSchema,
            requestId: requestIdSchema.describe('Same as requestID.'),
            paymentReference: paymentReferenceSchema,
          })
          .meta({ id: 'V1PaidDirectly' }),
        example: {
          requestID: requestIdExample,
          requestId: requestIdExample,
          paymentReference: paymentReferenceExample,
          ...requestCalldataExample,
        },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  currencies: endpoint({
    ...currencies.list,
    id: 'listCurrenciesV1',
    path: '/v1/currencies',
    tag: shared.tag,
    summary: 'List currencies (version 1)',
  }),

  conversionRoutes: endpoint({
    ...conversionRoutes,
    id: 'listConversionRoutesV1',
    path: '/v1/currencies/{currencyId}/conversion-routes',
    tag: shared.tag,
    summary: 'List what an invoice currency can be paid with (version 1)',
  }),
}
