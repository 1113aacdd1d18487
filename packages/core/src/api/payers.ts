import { z } from 'zod'
import { pathIdSchema, successSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import {
  payerCreateSchema,
  payerStatusSchema,
  payerSubmittedSchema,
  paymentDetailCreatedSchema,
  paymentDetailSchema,
  paymentDetailsCreateSchema,
} from './payerSchemas.ts'

const TAG = 'Payers'
const params = z.object({ clientUserId: pathIdSchema.describe('Your id for the payer.') })
const USER_ID = '5f0c1b8e-7a0f-4c8e-9f6e-2f6f3f0b9a11'
const PAYER = {
  clientUserId: 'user-123',
  email: 'ana@example.test',
  firstName: 'Ana',
  lastName: 'Silva',
  beneficiaryType: 'individual',
  dateOfBirth: '1985-12-12',
  addressLine1: '1 Rua Augusta',
  city: 'Lisboa',
  state: 'Lisboa',
  postcode: '1100-048',
  country: 'PT',
  nationality: 'PT',
  phone: '+351912345678',
  ssn: '',
}
const STATUS = {
  kycStatus: 'approved',
  agreementStatus: 'pending',
  isCompliant: false,
  userId: USER_ID,
  kycUrl: null,
  agreementUrl: 'https://pay.example.test/sandbox/agreement/k3y',
}
const ACCOUNT = {
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  beneficiaryType: 'individual',
  currency: 'eur',
  addressLine1: '2 Avenida da Liberdade',
  city: 'Lisboa',
  country: 'PT',
  postalCode: '1250-096',
  dateOfBirth: '1990-03-02',
  rails: 'local',
  iban: 'PT50000201231234567890154',
}
const DETAIL_ID = '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11'

/** Payers of crypto-to-fiat requests: identity check, agreement, and the bank accounts that receive their payments. */
export const payers = {
  submit: endpoint({
    id: 'submitPayer',
    host: 'api',
    method: 'POST',
    path: '/v2/payer',
    tag: TAG,
    summary: 'Submit a payer for the identity check',
    description:
      'Returns the pages that the payer must visit. The call is idempotent, and restarts a check that failed for a technical reason. The service stores personal data encrypted, and sends it only to the offramp provider.',
    auth: ['apiKey', 'session'],
    scope: 'payouts',
    body: payerCreateSchema,
    bodyExample: PAYER,
    responses: {
      200: {
        description:
          'The payer is registered; `compliance.updated` reports the progress of the check.',
        schema: payerSubmittedSchema,
        example: {
          status: { agreementStatus: 'not_started', kycStatus: 'not_started' },
          userId: USER_ID,
          kycUrl: 'https://pay.example.test/sandbox/kyc/k3y',
          agreementUrl: 'https://pay.example.test/sandbox/agreement/k3y',
        },
      },
    },
    errors: [400, 401, 409, 429],
    problems: { 409: 'A payer with this id has other data (`payer_exists`).' },
  }),

  get: endpoint({
    id: 'getPayer',
    host: 'api',
    method: 'GET',
    path: '/v2/payer/{clientUserId}',
    tag: TAG,
    summary: 'Read a payer’s progress',
    description:
      'Returns the verification status of a payer, by the merchant’s own id for the payer.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    params,
    responses: { 200: { description: 'The payer.', schema: payerStatusSchema, example: STATUS } },
    errors: [401, 404, 429],
  }),

  update: endpoint({
    id: 'updatePayer',
    host: 'api',
    method: 'PATCH',
    path: '/v2/payer/{clientUserId}',
    tag: TAG,
    summary: 'Report whether the payer signed the agreement',
    description: 'The service sends `compliance.updated` if the report changes a status.',
    auth: ['apiKey', 'session'],
    scope: 'payouts',
    params,
    body: z.object({ agreementCompleted: z.boolean() }).meta({ id: 'PayerUpdate' }),
    bodyExample: { agreementCompleted: true },
    responses: {
      200: {
        description: 'The report is recorded.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 404, 429],
  }),

  createPaymentDetails: endpoint({
    id: 'createPaymentDetails',
    host: 'api',
    method: 'POST',
    path: '/v2/payer/{clientUserId}/payment-details',
    tag: TAG,
    audit: 'bank_account.created',
    summary: 'Register a bank account for a payer’s payments',
    description:
      'The required numbers depend on the currency and the rails. They are: usd a 9-digit routing number and an account number, or on swift a BIC with an IBAN or account number; eur an IBAN, on swift with a BIC; gbp a sort code and account number, or on swift an IBAN and a BIC; inr an account number, a BIC and an IFSC. `payment_detail.updated` reports the result of the check, usually within a minute.',
    auth: ['apiKey', 'session'],
    scope: 'payouts',
    params,
    body: paymentDetailsCreateSchema,
    bodyExample: ACCOUNT,
    responses: {
      201: {
        description: 'The account is registered, and the provider checks it.',
        schema: paymentDetailCreatedSchema,
        example: {
          payment_detail: {
            id: DETAIL_ID,
            clientUserId: 'user-123',
            bankName: 'Banco Exemplo',
            accountName: 'Joana Costa',
            currency: 'eur',
            beneficiaryType: 'individual',
            status: 'pending',
          },
        },
      },
    },
    errors: [400, 401, 404, 409, 429],
    problems: {
      409: 'The payer already has the maximum number of accounts (`too_many_payment_details`).',
    },
  }),

  listPaymentDetails: endpoint({
    id: 'listPaymentDetails',
    host: 'api',
    method: 'GET',
    path: '/v2/payer/{clientUserId}/payment-details',
    tag: TAG,
    summary: 'List a payer’s bank accounts',
    description:
      'Returns the bank accounts of a payer with the status of each. `paymentDetailsId` selects one of them.',
    auth: ['apiKey', 'session'],
    scope: 'read',
    params,
    query: z.object({
      paymentDetailsId: pathIdSchema
        .optional()
        .describe('Returns only this account; 404 if it does not exist.'),
    }),
    responses: {
      200: {
        description: 'The accounts, newest first.',
        schema: z
          .object({ paymentDetails: z.array(paymentDetailSchema) })
          .meta({ id: 'PaymentDetailList' }),
        example: {
          paymentDetails: [
            {
              id: DETAIL_ID,
              userId: USER_ID,
              bankName: 'Banco Exemplo',
              accountName: 'Joana Costa',
              beneficiaryType: 'individual',
              accountNumber: '*********************0154',
              currency: 'eur',
              status: 'approved',
              rails: 'local',
            },
          ],
        },
      },
    },
    errors: [400, 401, 404, 429],
  }),
}
