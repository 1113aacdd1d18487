import { endpoint } from './endpoint.ts'
import { payers } from './payers.ts'

/** The operations on payers at the paths of version 1, for clients of Request Network that call these. */
export const v1Payers = {
  submitPayer: endpoint({
    ...payers.submit,
    id: 'submitPayerV1',
    path: '/v1/payer',
    summary: 'Submit a payer for the identity check (version 1)',
    description: 'The same operation as `POST /v2/payer`, on the same records.',
  }),

  getPayer: endpoint({
    ...payers.get,
    id: 'getPayerV1',
    path: '/v1/payer/{clientUserId}',
    summary: 'Read a payer’s progress (version 1)',
    description: 'The same operation as `GET /v2/payer/{clientUserId}`.',
  }),

  updatePayer: endpoint({
    ...payers.update,
    id: 'updatePayerV1',
    path: '/v1/payer/{clientUserId}',
    summary: 'Report whether the payer signed the agreement (version 1)',
    description: 'The same operation as `PATCH /v2/payer/{clientUserId}`.',
  }),

  createPaymentDetails: endpoint({
    ...payers.createPaymentDetails,
    id: 'createPaymentDetailsV1',
    path: '/v1/payer/{clientUserId}/payment-details',
    summary: 'Register a bank account for a payer’s payments (version 1)',
    description: 'The same operation as `POST /v2/payer/{clientUserId}/payment-details`.',
  }),

  listPaymentDetails: endpoint({
    ...payers.listPaymentDetails,
    id: 'listPaymentDetailsV1',
    path: '/v1/payer/{clientUserId}/payment-details',
    summary: 'List a payer’s bank accounts (version 1)',
    description: 'The same operation as `GET /v2/payer/{clientUserId}/payment-details`.',
  }),
}
