import { z } from 'zod'
import { limitSchema, momentSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { freeText } from '../schemas/text.ts'
import { auditActionSchema } from './auditActions.ts'
import { endpoint } from './endpoint.ts'
import { cursorSchema, refuseEmptyRange } from './paging.ts'

const MAX_LIMIT = 100

const entrySchema = z
  .object({
    id: ulidSchema,
    action: auditActionSchema,
    actor: z.object({
      kind: z.enum(['wallet', 'account', 'api_key', 'client_id', 'operator']),
      id: z
        .string()
        .nullable()
        .describe(
          'The address of the wallet, the id of the account, the id of the API key, or the public name of the backend client ID; null for the operator’s command line.',
        ),
    }),
    objectId: z
      .string()
      .nullable()
      .describe('The id of the changed record; null for the merchant account itself.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'The reason that a member gave for declining a payout or a limit; null for all other changes.',
      ),
    createdAt: timestampSchema,
  })
  .meta({ id: 'AuditEntry', description: 'One change, without the changed values.' })

/** The changes to the merchant account, with their authors. */
export const auditLog = {
  list: endpoint({
    id: 'listAuditLog',
    host: 'api',
    method: 'GET',
    path: '/v2/audit-log',
    tag: 'Accounts',
    summary: 'List the changes to the merchant account',
    description:
      'Returns the changes to credentials, members, webhooks, destinations, branding, payouts, cancellations and claims, newest first. The service stores each entry in the same transaction as its change, and keeps it for 400 days. Entries contain no values, so no secrets; the only text is the reason for declining a payout.',
    auth: ['apiKey', 'session'],
    query: z
      .object({
        action: auditActionSchema.optional(),
        member: freeText({ min: 1, max: 100 })
          .optional()
          .describe('The id of a wallet, account or API key: returns only its changes.'),
        fromDate: momentSchema.optional().describe('Changes at this time or later.'),
        toDate: momentSchema
          .optional()
          .describe('Changes at this time or earlier; must be later than fromDate.'),
        limit: limitSchema(MAX_LIMIT)
          .optional()
          .describe('Page size, from 1 to 100; 50 by default.'),
        cursor: cursorSchema.optional().describe('`nextCursor` from the previous page.'),
      })
      .superRefine(refuseEmptyRange),
    responses: {
      200: {
        description: 'One page of changes.',
        schema: z
          .object({
            entries: z.array(entrySchema),
            nextCursor: cursorSchema
              .nullable()
              .describe('Pass as `cursor` for the next page; null on the last.'),
          })
          .meta({ id: 'AuditPage' }),
        example: {
          entries: [
            {
              id: '01KB4V3F6V3M2N5P7R9T0W1X2Y',
              action: 'api_key.created',
              actor: { kind: 'wallet', id: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' },
              objectId: '01KB4V3F6V3M2N5P7R9T0W1X2X',
              reason: null,
              createdAt: '2026-11-01T09:00:00.000Z',
            },
          ],
          nextCursor: null,
        },
      },
    },
    errors: [400, 401, 429],
  }),
}
