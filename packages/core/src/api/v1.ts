import { z } from 'zod'
import { paymentReferenceSchema, requestIdSchema, txHashSchema } from '../schemas/schemas.ts'
import { conversionRoutes } from './conversionRoutes.ts'
import { currencies } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { paymentReferenceExample, requestIdExample } from './requestExamples.ts'
import { referenceParams, v1BodyExample, v1Read, v1Shared, v1StateExample } from './v1Parts.ts'
import { v1Payers } from './v1Payers.ts'
import { v1Paying } from './v1Paying.ts'
import { v1RequestCreateSchema } from './v1Schemas.ts'

const requestStateSchema = z
  .object({
    hasBeenPaid: z.boolean(),
    paymentReference: paymentReferenceSchema,
    requestId: requestIdSchema,
    isListening: z.boolean(),
    txHash: txHashSchema.nullable(),
  })
  .meta({ id: 'V1RequestState' })

/** The first version of the API, for clients that have not migrated yet: requests by payment reference, with permissive validation. */
export const v1 = {
  create: endpoint({
    ...v1Shared,
    id: 'createRequestV1',
    method: 'POST',
    path: '/v1/request',
    summary: 'Create a request (version 1)',
    description: 'Creates a payment request. New programs call `POST /v2/request`.',
    scope: 'create',
    idempotent: true,
    body: v1RequestCreateSchema,
    bodyExample: v1BodyExample,
    responses: {
      201: {
        description: 'The request was created, and the service watches for its payment.',
        schema: z
          .object({ paymentReference: paymentReferenceSchema, requestID: requestIdSchema })
          .meta({ id: 'V1RequestCreated' }),
        example: { paymentReference: paymentReferenceExample, requestID: requestIdExample },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  get: endpoint({
    ...v1Read,
    id: 'getRequestV1',
    path: '/v1/request/{paymentReference}',
    summary: 'Read a request (version 1)',
    description:
      'Returns a request by its payment reference. New programs call `GET /v2/request/{requestId}`.',
    scope: 'read',
    responses: {
      200: { description: 'The request.', schema: requestStateSchema, example: v1StateExample },
    },
  }),

  status: endpoint({
    ...v1Read,
    id: 'getRequestStatusV1',
    path: '/v1/request/{paymentReference}/status',
    summary: 'Read the status of a request (version 1)',
    description:
      'Returns the status of a request by its payment reference. New programs call `GET /v2/request/{requestId}/status`.',
    scope: 'read',
    responses: {
      200: { description: 'The status.', schema: requestStateSchema, example: v1StateExample },
    },
  }),

  ...v1Paying,

  stopRecurrence: endpoint({
    ...v1Shared,
    id: 'stopRecurrenceV1',
    method: 'PATCH',
    path: '/v1/request/{paymentReference}/stop-recurrence',
    summary: 'Stop a recurring request (version 1)',
    description: 'A stopped recurrence creates no further requests; existing ones stay payable.',
    scope: 'create',
    params: referenceParams,
    responses: {
      200: {
        description: 'The recurrence is stopped. The response has no body.',
        schema: z.undefined(),
        example: undefined,
      },
    },
    errors: [401, 404, 429],
    problems: { 400: 'The request is not recurring (`not_recurring`).' },
  }),

  currencies: endpoint({
    ...currencies.list,
    id: 'listCurrenciesV1',
    path: '/v1/currencies',
    tag: v1Shared.tag,
    summary: 'List currencies (version 1)',
    description:
      'Returns the currencies in which requests can be invoiced or paid. New programs call `GET /v2/currencies`.',
  }),

  conversionRoutes: endpoint({
    ...conversionRoutes,
    id: 'listConversionRoutesV1',
    path: '/v1/currencies/{currencyId}/conversion-routes',
    tag: v1Shared.tag,
    summary: 'List the payment currencies for an invoice currency (version 1)',
  }),

  ...v1Payers,
}
