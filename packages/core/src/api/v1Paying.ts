import { paymentReferenceSchema, requestIdSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import {
  paymentReferenceExample,
  requestCalldataExample,
  requestIdExample,
  requestRoutesExample,
} from './requestExamples.ts'
import {
  payQuerySchema,
  REQUEST_PAYING_PROBLEMS,
  requestCalldataSchema,
  requestRoutesSchema,
  routesQuerySchema,
} from './requestPaying.ts'
import { v1BodyExample, v1Read, v1Shared } from './v1Parts.ts'
import { v1PayDirectlySchema } from './v1Schemas.ts'

/** Operations to pay in the first version of the API. */
export const v1Paying = {
  routes: endpoint({
    ...v1Read,
    id: 'getRequestRoutesV1',
    path: '/v1/request/{paymentReference}/routes',
    summary: 'List the ways to pay a request (version 1)',
    description:
      'Returns the networks and tokens with which a wallet can pay. New programs call `GET /v2/request/{requestId}/routes`.',
    scope: 'read',
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
    ...v1Read,
    id: 'getRequestCalldataV1',
    path: '/v1/request/{paymentReference}/pay',
    summary: 'Get the transactions that pay a request (version 1)',
    description:
      'Returns the transactions that a wallet signs to pay. New programs call `GET /v2/request/{requestId}/pay`.',
    scope: 'create',
    query: payQuerySchema,
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: REQUEST_PAYING_PROBLEMS,
    responses: {
      200: {
        description: 'The transactions, approvals first.',
        schema: requestCalldataSchema,
        example: requestCalldataExample,
      },
    },
  }),

  payDirectly: endpoint({
    ...v1Shared,
    id: 'payDirectlyV1',
    method: 'POST',
    path: '/v1/pay',
    audit: 'payout.created',
    summary: 'Create a request and get the transactions that pay it (version 1)',
    description:
      'Creates a payment request and returns its transactions in one call. New programs call `POST /v2/request`, then `GET /v2/request/{requestId}/pay`.',
    scope: 'payouts',
    idempotent: true,
    body: v1PayDirectlySchema,
    bodyExample: v1BodyExample,
    responses: {
      201: {
        description: 'The request was created, and the service watches for its payment.',
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
}
