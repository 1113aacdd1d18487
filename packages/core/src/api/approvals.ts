import { z } from 'zod'
import {
  amountSchema,
  decimalSchema,
  limitSchema,
  pathIdSchema,
  requestIdSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'
import { feeBearerSchema } from './feePlans.ts'
import { cursorSchema } from './paging.ts'

const MAX_LIMIT = 100
/** The maximum number of payouts that a list shows per approval; `requestIds` also contains the others. */
export const MAX_LISTED_PAYOUTS = 20
/** The maximum length of a reason for declining, in characters. */
const MAX_REASON = 500

/** The status of an approval. */
export const approvalStatusSchema = z.enum([
  'waiting',
  'approved',
  'declined',
  'cancelled',
  'expired',
])

const dollarsSchema = decimalSchema.nullable()

const approvalSchema = z
  .object({
    id: ulidSchema,
    kind: z
      .enum(['payout', 'payout_link', 'schedule', 'limit'])
      .describe(
        '`payout`: a single payout or a batch. `schedule`: a recurring payout. `limit`: a member raises the limit or switches it off.',
      ),
    status: approvalStatusSchema.describe(
      '`cancelled`: the payout was cancelled, or another limit was set. `expired`: the payout link expired before a decision.',
    ),
    requestedBy: z
      .object({
        memberId: z
          .string()
          .nullable()
          .describe(
            'The member who requested the approval: the creator of the payout, or of its API key. Null if the operator created the key.',
          ),
        apiKeyId: z.string().nullable().describe('The API key that created the payout.'),
      })
      .describe('This member cannot approve.'),
    worthInUsd: dollarsSchema.describe(
      'The value at creation in US dollars; for a recurring payout, the value of all its payments. Null if unknown, and for a limit.',
    ),
    newLimitInUsd: dollarsSchema.describe(
      'For a limit: its new value; null to switch it off. Null for payouts.',
    ),
    requestIds: z.array(requestIdSchema),
    securePaymentToken: ulidSchema.nullable().describe('The payout link.'),
    recurringPaymentId: ulidSchema.nullable().describe('The recurring payout.'),
    payouts: z
      .array(
        z.object({
          requestId: requestIdSchema,
          payee: z.string(),
          amount: decimalSchema,
          currency: z.string().describe('The currency of the amount.'),
          network: z.string(),
          fee: z
            .object({
              amount: decimalSchema.describe('In the currency of the amount.'),
              address: z.string().describe('The receiver of the fee.'),
              bearer: feeBearerSchema.describe(
                '`payee`: the fee is part of the amount. `payer`: it is on top.',
              ),
            })
            .nullable(),
          reference: z
            .string()
            .nullable()
            .describe('The merchant’s reference; for a refund, that of the refunded request.'),
          refundId: ulidSchema
            .nullable()
            .describe('The refund that the payout pays; null for other payouts.'),
          refundReason: z
            .string()
            .nullable()
            .describe('The reason that a member gave for the refund; null if there is none.'),
        }),
      )
      .describe(
        `The first ${MAX_LISTED_PAYOUTS} payouts of \`requestIds\`; all of them if the query names a \`requestId\`, and in the response to a decision.`,
      ),
    mayApprove: z.boolean().describe('Whether the calling member can approve now.'),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable().describe('The time at which the payout link expires.'),
    decidedBy: z.string().nullable().describe('The member who approved or declined.'),
    decidedAt: timestampSchema.nullable(),
    reason: z
      .string()
      .nullable()
      .describe('The reason that the member gave for declining; null if there is none.'),
  })
  .meta({ id: 'Approval', description: 'The approval of a payout or of a higher limit.' })

/** An approval in the API's responses. */
export type Approval = z.input<typeof approvalSchema>

const REQUEST_ID = `01${'5b'.repeat(32)}`
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const EXAMPLE = {
  id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
  kind: 'payout_link',
  status: 'waiting',
  requestedBy: { memberId: WALLET, apiKeyId: null },
  worthInUsd: '2500.00',
  newLimitInUsd: null,
  requestIds: [REQUEST_ID],
  securePaymentToken: '01KB4W3F6V3M2N5P7R9T0W1X2Z',
  recurringPaymentId: null,
  payouts: [
    {
      requestId: REQUEST_ID,
      payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '2500',
      currency: 'USDC-base',
      network: 'base',
      fee: null,
      reference: 'PAYROLL-2026-11',
      refundId: null,
      refundReason: null,
    },
  ],
  mayApprove: true,
  createdAt: '2026-11-02T09:00:00.000Z',
  expiresAt: '2026-11-09T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  reason: null,
} as const satisfies Approval

const limitStateSchema = z
  .object({
    limitInUsd: dollarsSchema.describe('The limit in force; null if no payout needs approval.'),
    waitingApprovalId: ulidSchema
      .nullable()
      .describe(
        'The approval of a higher limit, or of the limit’s removal, for which a member has not decided yet.',
      ),
  })
  .meta({ id: 'ApprovalLimit' })

const shared = { host: 'auth', tag: 'Accounts', auth: ['session'] } as const
const params = z.object({ id: pathIdSchema.describe('Id of the approval (a ULID).') })
const PROBLEMS = {
  404: 'The merchant account has no such approval (`approval_not_found`).',
  409: 'The approval was decided or cancelled, or has expired (`approval_decided`).',
} as const

/** The approval of payouts by a second member, and the amount from which a payout needs approval. */
export const approvals = {
  list: endpoint({
    ...shared,
    id: 'listApprovals',
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List payouts that need approval',
    description: 'Newest first. Also lists changes to the limit that need approval.',
    scope: 'read',
    query: z.object({
      status: approvalStatusSchema.exclude(['expired']).optional(),
      requestId: freeText({ min: 1, max: 100 })
        .optional()
        .describe('The approval of the payout with this request.'),
      limit: limitSchema(MAX_LIMIT).optional().describe('Page size, from 1 to 100; 50 by default.'),
      cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
    }),
    responses: {
      200: {
        description: 'One page of approvals.',
        schema: z
          .object({
            approvals: z.array(approvalSchema),
            nextCursor: cursorSchema
              .nullable()
              .describe('Pass as `cursor` for the next page; null on the last.'),
          })
          .meta({ id: 'ApprovalPage' }),
        example: { approvals: [EXAMPLE], nextCursor: null },
      },
    },
    errors: [400, 401, 429],
  }),

  approve: endpoint({
    ...shared,
    id: 'approvePayout',
    method: 'POST',
    path: '/v1/approvals/{id}/approve',
    audit: 'approval.approved',
    summary: 'Approve another member’s payout',
    description:
      'The payout can then be paid, or the recurring payout activated; a new limit applies immediately. The member who requested the approval cannot approve.',
    scope: 'payouts',
    params,
    responses: {
      200: {
        description: 'The approved payout.',
        schema: approvalSchema,
        example: {
          ...EXAMPLE,
          status: 'approved',
          mayApprove: false,
          decidedBy: '01KB4W3F6V3M2N5P7R9T0W1X2A',
          decidedAt: '2026-11-02T10:00:00.000Z',
        },
      },
    },
    errors: [401, 403, 404, 409, 429],
    problems: {
      ...PROBLEMS,
      403: 'The member’s role lacks the scope `payouts` (`scope_missing`), or the member requested this approval (`own_approval`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
    },
  }),

  decline: endpoint({
    ...shared,
    id: 'declinePayout',
    method: 'POST',
    path: '/v1/approvals/{id}/decline',
    audit: 'approval.declined',
    summary: 'Decline a payout, which cancels it',
    description:
      'Permanent. The member who requested the approval can also decline. The approval and the audit log contain the `reason`.',
    scope: 'payouts',
    params,
    body: z
      .object({ reason: freeText({ min: 1, max: MAX_REASON }).optional() })
      .meta({ id: 'ApprovalDecline' })
      .optional(),
    bodyExample: { reason: 'This supplier was paid on 1 November.' },
    responses: {
      200: {
        description: 'The declined payout.',
        schema: approvalSchema,
        example: {
          ...EXAMPLE,
          status: 'declined',
          mayApprove: false,
          decidedBy: '01KB4W3F6V3M2N5P7R9T0W1X2A',
          decidedAt: '2026-11-02T10:00:00.000Z',
          reason: 'This supplier was paid on 1 November.',
        },
      },
    },
    errors: [400, 401, 403, 404, 409, 429],
    problems: PROBLEMS,
  }),

  getLimit: endpoint({
    ...shared,
    id: 'getApprovalLimit',
    method: 'GET',
    path: '/v1/approval-limit',
    summary: 'Read the limit from which payouts need approval',
    description:
      'Returns the worth in US dollars from which a payout needs a second member’s approval; null if there is no limit.',
    scope: 'read',
    responses: {
      200: {
        description: 'The limit.',
        schema: limitStateSchema,
        example: { limitInUsd: '1000.00', waitingApprovalId: null },
      },
    },
    errors: [401, 429],
  }),

  setLimit: endpoint({
    ...shared,
    id: 'setApprovalLimit',
    method: 'PUT',
    path: '/v1/approval-limit',
    audit: 'approval_limit.changed',
    summary: 'Set the limit from which payouts need approval',
    description:
      'Only an owner can set the limit. A first or lower limit applies immediately. If another member can approve, a higher limit or the limit’s removal needs that member’s approval; `waitingApprovalId` is its id. A new change replaces a waiting change.',
    scope: 'team',
    body: z
      .object({
        limitInUsd: amountSchema
          .nullable()
          .describe('US dollars with at most two decimals; null switches the approval off.'),
      })
      .meta({ id: 'ApprovalLimitUpdate' }),
    bodyExample: { limitInUsd: '1000' },
    otherBodyExamples: { off: { limitInUsd: null } },
    responses: {
      200: {
        description: 'The limit in force, and the waiting change’s approval.',
        schema: limitStateSchema,
        example: { limitInUsd: '1000.00', waitingApprovalId: null },
      },
    },
    errors: [400, 401, 403, 429],
    problems: {
      403: 'The member is not an owner (`owner_only`), or the role lacks the scope `team` (`scope_missing`). Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
    },
  }),
}
