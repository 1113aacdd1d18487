import { z } from 'zod'
import { limitSchema, pathIdSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { offsetSchema, paginationSchema } from './paging.ts'
import { payoutBatchSchema, singlePayoutSchema, waitingResponse } from './payoutCalldataSchemas.ts'
import {
  cancelledRecurringPayoutExample,
  pausedRecurringPayoutExample,
  payoutBatchBodyExample,
  payoutBatchExample,
  payoutBatchOfRequestsBodyExample,
  pendingRecurringPayoutExample,
  permitSignatureExample,
  recurringPayoutActivatedExample,
  recurringPayoutBodyExample,
  recurringPayoutCancelledExample,
  recurringPayoutExample,
  recurringPayoutRecordExample,
  recurringPayoutUnpausedExample,
  singlePayoutBodyExample,
  singlePayoutExample,
} from './payoutExamples.ts'
import { payoutBatchCreateSchema, payoutCreateSchema } from './payoutSchemas.ts'
import {
  permitSignatureSchema,
  recurringPayoutActivatedSchema,
  recurringPayoutDetailSchema,
  recurringPayoutRecordSchema,
  recurringPayoutSchema,
  recurringPayoutStatusSchema,
  recurringPayoutUpdatedSchema,
} from './recurringPayoutSchemas.ts'
import { SAFE_PROBLEM } from './securePaymentParts.ts'

const shared = {
  host: 'api',
  tag: 'Payouts',
  auth: ['apiKey', 'clientId', 'session'],
} as const

/** The response to `POST /v2/payouts`: calldata, or a permit to sign. */
const payoutCreatedSchema = z.union([recurringPayoutSchema, singlePayoutSchema]).meta({
  id: 'PayoutCreated',
  description: 'RecurringPayout if the body has `recurrence`, otherwise SinglePayout.',
})

const recurringParams = z.object({
  id: pathIdSchema.describe('Id of the recurring payout (a ULID).'),
})

/** Payouts: a single one, a batch in one transaction, or recurring ones under one signature. */
export const payouts = {
  create: endpoint({
    ...shared,
    id: 'createPayout',
    method: 'POST',
    path: '/v2/payouts',
    audit: 'payout.created',
    summary: 'Create a payout',
    scope: 'payouts',
    description:
      'Creates a request and returns the transactions that pay it. With `recurrence` it returns a permit instead. The payer signs it once, and `POST /v2/payouts/recurring/{id}` receives the signature. The service sends each payment when it is due. A recurring payout uses one ERC-20 token and is paid from a plain wallet.',
    idempotent: true,
    body: payoutCreateSchema,
    neededUnlessBound: ['payee'],
    bodyExample: singlePayoutBodyExample,
    otherBodyExamples: { recurring: recurringPayoutBodyExample },
    responses: {
      201: {
        description: 'The payout was created, and the service watches for its payment.',
        schema: payoutCreatedSchema,
        example: singlePayoutExample,
        otherExamples: { recurring: recurringPayoutExample },
      },
      202: waitingResponse,
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      400: 'The body is not valid; `errors` lists each field. Or the payout cannot recur (`recurring_unavailable`): the host has no relayer, the network has no contract, or the contract does not accept the relayer. Or the payer’s wallet is a contract, whose signatures the contract cannot verify (`payer_is_contract`).',
    },
  }),

  batch: endpoint({
    ...shared,
    id: 'createPayoutBatch',
    method: 'POST',
    path: '/v2/payouts/batch',
    audit: 'payout.created',
    summary: 'Pay several requests in one transaction',
    scope: 'payouts',
    description:
      'Creates one request per item, or uses existing requests. Returns one transaction that pays all of them or none, and the approvals that it needs. Direct and converted items may be mixed; all are on one EVM network.',
    idempotent: true,
    body: payoutBatchCreateSchema,
    bodyExample: payoutBatchBodyExample,
    otherBodyExamples: { requestIds: payoutBatchOfRequestsBodyExample },
    responses: {
      201: {
        description: 'The transactions, approvals first.',
        schema: payoutBatchSchema,
        example: payoutBatchExample,
      },
      202: waitingResponse,
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      400: 'The body is not valid; `errors` lists each field. The items are on more than one network (`mixed_networks`). Or a request is paid (`already_paid`), or a recurring payout pays it (`paid_by_schedule`). Or the batch contract returns a fee above its owner’s maximum (`batch_fee_set`).',
      403: 'The credential is not allowed for this call, or a request belongs to a payment page that is reserved for wallets other than `payer` (`payer_not_allowed`).',
      404: 'A request in `requestIds` does not exist or belongs to another merchant (`request_not_found`).',
      409: 'A payment of a request’s whole remaining amount is confirming (`payment_processing`). Or a call with the same Idempotency-Key is still running.',
      ...SAFE_PROBLEM,
    },
  }),

  activate: endpoint({
    ...shared,
    id: 'activateRecurringPayout',
    method: 'POST',
    path: '/v2/payouts/recurring/{id}',
    audit: 'schedule.activated',
    summary: 'Activate a recurring payout with the payer’s signature',
    scope: 'payouts',
    description:
      'Receives the signature of the permit that its creation returned. From then on the service sends the payments; overdue ones are sent at once, in order. The response contains the missing allowance: one allowance serves all schedules of a payer and token, and an approval replaces it. Therefore sign several schedules first, then approve the allowance of the last response.',
    params: recurringParams,
    body: z
      .object({
        permitSignature: permitSignatureSchema.describe(
          'The payer’s EIP-712 signature of the permit: 65 bytes in hex.',
        ),
      })
      .meta({ id: 'RecurringPayoutActivate' }),
    bodyExample: { permitSignature: permitSignatureExample },
    responses: {
      201: {
        description: 'The payout is active.',
        schema: recurringPayoutActivatedSchema,
        example: recurringPayoutActivatedExample,
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      400: 'The signature does not have 65 bytes, or is not the payer’s for this permit; or the payout is already active, or has ended.',
    },
  }),

  list: endpoint({
    ...shared,
    id: 'listRecurringPayouts',
    // A client ID is public: if it could list payouts, any visitor to its page could read their ids and cancel them.
    auth: ['apiKey', 'session'],
    scope: 'payouts',
    method: 'GET',
    path: '/v2/payouts/recurring',
    summary: 'List recurring payouts',
    description:
      'Newest first. A client ID cannot list payouts: it is public, and can read a payout only by its id.',
    query: z.object({
      limit: limitSchema(100).optional().describe('Page size, from 1 to 100; 50 by default.'),
      offset: offsetSchema.optional(),
      status: recurringPayoutStatusSchema
        .optional()
        .describe('Returns only payouts with this status.'),
    }),
    responses: {
      200: {
        description: 'One page of recurring payouts.',
        schema: z
          .object({
            recurringPayments: z.array(recurringPayoutRecordSchema),
            pagination: paginationSchema
              .omit({ nextCursor: true })
              .meta({ id: 'OffsetPagination' }),
          })
          .meta({ id: 'RecurringPayoutPage' }),
        example: {
          recurringPayments: [recurringPayoutRecordExample],
          pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
        },
      },
    },
    errors: [400, 401, 429],
  }),

  get: endpoint({
    ...shared,
    id: 'getRecurringPayout',
    method: 'GET',
    path: '/v2/payouts/recurring/{id}',
    summary: 'Read a recurring payout',
    scope: 'read',
    description:
      'A pending payout includes its permit and the missing approvals. A cancelled payout includes the transactions that revoke it on chain. So its payer can continue in any browser.',
    etag: true,
    params: recurringParams,
    responses: {
      200: {
        description: 'The recurring payout with its completed payments.',
        schema: recurringPayoutDetailSchema,
        example: recurringPayoutRecordExample,
        otherExamples: {
          paused: pausedRecurringPayoutExample,
          pending: pendingRecurringPayoutExample,
          cancelled: cancelledRecurringPayoutExample,
        },
      },
    },
    errors: [401, 404, 429],
  }),

  update: endpoint({
    ...shared,
    id: 'updateRecurringPayout',
    method: 'PATCH',
    path: '/v2/payouts/recurring/{id}',
    audit: 'schedule.updated',
    summary: 'Cancel or unpause a recurring payout',
    scope: 'payouts',
    description:
      '`cancel` ends it permanently: the service sends no further payment. A payment that is already in a mempool may still be mined, and is recorded. `unpause` continues after a pause, and missed payments are made at once, in order.',
    params: recurringParams,
    body: z.object({ action: z.enum(['cancel', 'unpause']) }).meta({ id: 'RecurringPayoutUpdate' }),
    bodyExample: { action: 'cancel' },
    otherBodyExamples: { unpause: { action: 'unpause' } },
    responses: {
      200: {
        description: 'The payout is cancelled, or active again.',
        schema: recurringPayoutUpdatedSchema,
        example: recurringPayoutCancelledExample,
        otherExamples: { unpaused: recurringPayoutUnpausedExample },
      },
    },
    errors: [400, 401, 403, 404, 429],
    problems: {
      400: 'The action is unknown, or not possible in the payout’s status: it is already cancelled or completed, or is not paused. Or its permit has expired.',
    },
  }),
}
