import { z } from 'zod'
import {
  decimalSchema,
  paymentReferenceSchema,
  requestIdSchema,
  requestStatusSchema,
  timestampSchema,
  txHashSchema,
} from '../schemas/schemas.ts'
import { cancelling } from './cancelling.ts'
import { endpoint } from './endpoint.ts'
import { requestEndpoints } from './requestEndpoints.ts'
import { paymentReferenceExample, requestExample, requestIdExample } from './requestExamples.ts'
import { requestParams, requestPaying } from './requestPaying.ts'
import { offrampSubStatusSchema, requestSchema } from './requestSchemas.ts'

/** Operations on requests and on their payments. */
export const requests = {
  create: requestEndpoints.create,
  list: requestEndpoints.list,
  // This operation precedes those on one request, whose paths would match its path too.
  export: requestEndpoints.export,
  update: requestEndpoints.update,
  routes: requestPaying.routes,
  pay: requestPaying.pay,
  quote: requestPaying.quote,
  cancel: cancelling.request,

  get: endpoint({
    id: 'getRequest',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}',
    tag: 'Requests',
    summary: 'Read a request',
    description: 'Returns the authoritative state of a request. Call it if you missed webhooks.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    etag: true,
    params: requestParams,
    responses: {
      200: { description: 'The request.', schema: requestSchema, example: requestExample },
    },
    errors: [401, 404, 429],
  }),

  status: endpoint({
    id: 'getRequestStatus',
    host: 'api',
    method: 'GET',
    path: '/v2/request/{requestId}/status',
    tag: 'Requests',
    summary: 'Read the status of a request',
    description: 'Returns a short form of the request, for polling.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'read',
    etag: true,
    params: requestParams,
    responses: {
      200: {
        description: 'The status.',
        schema: z
          .object({
            requestId: requestIdSchema,
            paymentReference: paymentReferenceSchema,
            status: requestStatusSchema,
            subStatus: offrampSubStatusSchema,
            hasBeenPaid: z.boolean(),
            isListening: z.boolean(),
            txHash: txHashSchema.nullable(),
            amountPaid: decimalSchema,
            expectedAmount: decimalSchema,
            updatedAt: timestampSchema,
          })
          .meta({ id: 'RequestProgress' }),
        example: {
          requestId: requestIdExample,
          paymentReference: paymentReferenceExample,
          status: 'partially_paid',
          hasBeenPaid: false,
          isListening: true,
          txHash: requestExample.txHash,
          amountPaid: '30',
          expectedAmount: '80',
          updatedAt: '2026-11-02T08:15:02.000Z',
        },
      },
    },
    errors: [401, 404, 429],
  }),
}
