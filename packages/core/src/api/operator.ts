import { z } from 'zod'
import { networkIdSchema, pathIdSchema, timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { listAllUnmatchedPayments } from './unmatchedPayments.ts'

const rescanSchema = z
  .object({
    id: ulidSchema,
    network: networkIdSchema,
    fromBlock: z.int().nonnegative(),
    toBlock: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        'The last block to read: the last block recorded when the rescan started; null before the start.',
      ),
    nextBlock: z.int().nonnegative().describe('The service has read all blocks before this one.'),
    status: z.enum(['pending', 'running', 'done', 'failed']),
    paymentCount: z
      .int()
      .nonnegative()
      .describe(
        'Number of missing payments that the rescan found; merchants received a webhook for each.',
      ),
    unreadableCount: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Number of payments whose receipt no node returned; null until the rescan ends.'),
    failure: z.string().nullable().describe('The cause of the failure, as a sentence.'),
    createdAt: timestampSchema,
    endedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Rescan', description: "A second reading of a network's recorded blocks." })

const EXAMPLE = {
  id: '01KB5A11B2C3D4E5F6G7H8J9KA',
  network: 'base',
  fromBlock: 21_000_000,
  toBlock: null,
  nextBlock: 21_000_000,
  status: 'pending',
  paymentCount: 0,
  unreadableCount: null,
  failure: null,
  createdAt: '2026-11-02T09:00:00.000Z',
  endedAt: null,
} as const

const FORBIDDEN = 'Only the operator’s API key may call this operation (`operator_only`).'

/** The operator's operations over HTTP. */
export const operator = {
  unmatchedPayments: listAllUnmatchedPayments,

  rescan: endpoint({
    id: 'createRescan',
    host: 'auth',
    method: 'POST',
    path: '/v1/operator/rescans',
    tag: 'Operator',
    summary: 'Rescan recorded blocks',
    description:
      'Finds payments that the nodes omitted when the service first read the blocks. The rescan skips recorded payments, so it can be repeated safely. Requires an API key of the service’s first merchant, which is its operator.',
    auth: ['apiKey'],
    idempotent: true,
    body: z
      .object({
        network: networkIdSchema.describe('The id of a network that the service watches.'),
        fromBlock: z.int().nonnegative().describe('The first block to read.'),
      })
      .meta({ id: 'RescanCreate' }),
    bodyExample: { network: 'base', fromBlock: 21_000_000 },
    responses: {
      202: {
        description: 'The rescan begins within seconds. Read the rescan to follow its progress.',
        schema: rescanSchema,
        example: EXAMPLE,
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: {
      403: FORBIDDEN,
      409: 'The service has not read `fromBlock` yet, or a rescan of the network is already running (`rescan_refused`).',
    },
  }),

  get: endpoint({
    id: 'getRescan',
    host: 'auth',
    method: 'GET',
    path: '/v1/operator/rescans/{id}',
    tag: 'Operator',
    summary: 'Read the progress of a rescan',
    description: 'Returns the block that the rescan has reached, and its results once it ends.',
    auth: ['apiKey'],
    params: z.object({ id: pathIdSchema.describe('Id of the rescan.') }),
    responses: {
      200: {
        description: 'The rescan.',
        schema: rescanSchema,
        example: {
          ...EXAMPLE,
          toBlock: 21_004_999,
          nextBlock: 21_005_000,
          status: 'done',
          paymentCount: 2,
          unreadableCount: 0,
          endedAt: '2026-11-02T09:00:41.000Z',
        },
      },
    },
    errors: [401, 403, 404, 429],
    problems: { 403: FORBIDDEN },
  }),
}
