import { z } from 'zod'
import {
  decimalSchema,
  networkIdSchema,
  opaqueIdSchema,
  requestIdSchema,
  timestampSchema,
  txHashSchema,
} from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { pageQuery, paginationSchema, refusePageConflict } from './paging.ts'
import { agreementStatusSchema, kycStatusSchema, paymentDetailSchema } from './payerSchemas.ts'

const TAG = 'Payers'
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 100

const payerRecordSchema = z
  .object({
    userId: z.uuid(),
    clientUserId: z.string().nullable().describe('Null if the payer’s data was erased.'),
    kycStatus: kycStatusSchema,
    agreementStatus: agreementStatusSchema,
    isCompliant: z.boolean(),
    provider: z.string().describe('The offramp provider that checks the payer.'),
    paymentDetails: z.array(
      paymentDetailSchema.omit({ userId: true }).extend({
        rejectionMessage: z.string().nullable().describe('The reason why the account failed.'),
        createdAt: timestampSchema,
      }),
    ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    erasedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'PayerRecord', description: "A payer with the payer's bank accounts, newest first." })

const offrampStatusSchema = z
  .enum([
    'created',
    'initiated',
    'pending_internal_assessment',
    'ongoing_checks',
    'sending_fiat',
    'fiat_sent',
    'bounced',
    'retry_required',
    'delivered',
    'failed',
    'returned',
  ])
  .meta({
    id: 'OfframpStatus',
    description:
      '`created`: the money has been confirmed on chain. `delivered`, `failed` and `returned` are final.',
  })

const offrampRecordSchema = z
  .object({
    id: z.string(),
    requestId: requestIdSchema,
    status: offrampStatusSchema,
    userId: z.uuid().nullable().describe('Null while the payer is unknown.'),
    clientUserId: z.string().nullable(),
    paymentDetail: paymentDetailSchema
      .pick({ id: true, bankName: true, accountName: true, accountNumber: true, currency: true })
      .nullable()
      .describe(
        'The account that receives the money; null while the payer is unknown, and for an erased payer.',
      ),
    provider: z.string(),
    network: networkIdSchema,
    currency: z.string().describe('The id of the currency that arrived on chain.'),
    amount: decimalSchema,
    txHash: txHashSchema.describe('Transaction that completed the payment.'),
    failureReason: z.string().nullable(),
    steps: z
      .array(
        z.object({
          status: offrampStatusSchema,
          reason: z.string().nullable(),
          createdAt: timestampSchema,
        }),
      )
      .describe('The statuses so far, oldest first.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Offramp', description: 'The transfer of a payment’s money to a bank account.' })

const USER_ID = '5f0c1b8e-7a0f-4c8e-9f6e-2f6f3f0b9a11'
const DETAIL = {
  id: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  accountNumber: '*********************0154',
  currency: 'eur',
}
const PAGINATION = { total: 1, limit: DEFAULT_LIMIT, offset: 0, hasMore: false, nextCursor: null }

/** The merchants' view of their payers and of money in transit to bank accounts, in the console. */
export const payerRecords = {
  listPayers: endpoint({
    id: 'listPayers',
    host: 'auth',
    method: 'GET',
    path: '/v1/payers',
    tag: TAG,
    summary: 'List payers with their bank accounts',
    description: 'Newest first. Account numbers are masked, and personal data is omitted.',
    auth: ['session'],
    scope: 'read',
    query: z
      .object(pageQuery({ defaultLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }))
      .superRefine(refusePageConflict),
    responses: {
      200: {
        description: 'One page of payers.',
        schema: z
          .object({ payers: z.array(payerRecordSchema), pagination: paginationSchema })
          .meta({ id: 'PayerPage' }),
        example: {
          payers: [
            {
              userId: USER_ID,
              clientUserId: 'user-123',
              kycStatus: 'approved',
              agreementStatus: 'completed',
              isCompliant: true,
              provider: 'sandbox-offramp',
              paymentDetails: [
                {
                  ...DETAIL,
                  beneficiaryType: 'individual',
                  status: 'approved',
                  rails: 'local',
                  rejectionMessage: null,
                  createdAt: '2026-11-02T08:16:00.000Z',
                },
              ],
              createdAt: '2026-11-02T08:15:00.000Z',
              updatedAt: '2026-11-02T08:15:04.000Z',
              erasedAt: null,
            },
          ],
          pagination: PAGINATION,
        },
      },
    },
    errors: [400, 401, 429],
  }),

  listOfframps: endpoint({
    id: 'listOfframps',
    host: 'auth',
    method: 'GET',
    path: '/v1/offramps',
    tag: TAG,
    summary: 'List payments in transit to bank accounts',
    description: 'Newest first, each with all of its steps.',
    auth: ['session'],
    scope: 'read',
    query: z
      .object({
        requestId: opaqueIdSchema.optional().describe('Returns only the offramp of this request.'),
        ...pageQuery({ defaultLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
      })
      .superRefine(refusePageConflict),
    responses: {
      200: {
        description: 'One page of offramps.',
        schema: z
          .object({ offramps: z.array(offrampRecordSchema), pagination: paginationSchema })
          .meta({ id: 'OfframpPage' }),
        example: {
          offramps: [
            {
              id: 'off_01KB5A11B2C3D4E5F6G7H8J9KA',
              requestId: `01${'ab'.repeat(32)}`,
              status: 'delivered',
              userId: USER_ID,
              clientUserId: 'user-123',
              paymentDetail: DETAIL,
              provider: 'sandbox-offramp',
              network: 'sepolia',
              currency: 'fUSDC-sepolia',
              amount: '100',
              txHash: `0x${'5a'.repeat(32)}`,
              failureReason: null,
              steps: [
                { status: 'created', reason: null, createdAt: '2026-11-02T09:00:00.000Z' },
                { status: 'initiated', reason: null, createdAt: '2026-11-02T09:00:01.000Z' },
                { status: 'fiat_sent', reason: null, createdAt: '2026-11-02T09:00:09.000Z' },
                { status: 'delivered', reason: null, createdAt: '2026-11-02T09:00:11.000Z' },
              ],
              createdAt: '2026-11-02T09:00:00.000Z',
              updatedAt: '2026-11-02T09:00:11.000Z',
            },
          ],
          pagination: PAGINATION,
        },
      },
    },
    errors: [400, 401, 429],
  }),
}
