import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const networkHealthSchema = z.object({
  network: z.string(),
  status: z
    .enum(['ok', 'behind', 'down'])
    .describe(
      '`down`: no node responds; payments wait, and requests can still be created. `behind`: the recorded blocks are too far from the head.',
    ),
  headBlock: z.int().nonnegative().nullable(),
  cursorBlock: z
    .int()
    .nonnegative()
    .nullable()
    .describe('The last recorded block: the service has recorded every payment up to this block.'),
  lagBlocks: z.int().nonnegative().nullable(),
})

const clockSchema = z.object({
  source: z
    .enum(['database', 'machine'])
    .describe('The clock in use: the database server’s on PostgreSQL, this machine’s on SQLite.'),
  skewMs: z
    .int()
    .describe(
      'Milliseconds by which the machine is ahead of the database; negative if it is behind. With `machine`: the jump of the machine’s clock in the last ten minutes.',
    ),
})

const findingSchema = z.object({
  check: z.string().describe('Stable name of the check, such as `network_down`.'),
  network: z.string().nullable().describe('The affected network; null for the whole host.'),
  message: z.string().describe('The problem and its fix, for the operator.'),
})

/** Health checks for process supervisors and load balancers. */
export const health = {
  livez: endpoint({
    id: 'livez',
    host: 'api',
    method: 'GET',
    path: '/livez',
    tag: 'Health',
    summary: 'Check whether the process is alive',
    description: 'Reads neither the database nor a chain, so a load balancer can call it often.',
    auth: [],
    responses: {
      200: {
        description: 'The event loop is running.',
        schema: z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' }),
        example: { status: 'ok' },
      },
    },
    errors: [],
  }),

  check: endpoint({
    id: 'checkHealth',
    host: 'api',
    method: 'GET',
    path: '/v2/health',
    tag: 'Health',
    summary: 'Check whether the API responds',
    description:
      'Clients of Request Network call this operation. It returns the same response as `/livez`.',
    auth: [],
    responses: {
      200: {
        description: 'The API responds.',
        schema: z.object({ status: z.literal('ok') }).meta({ id: 'Health' }),
        example: { status: 'ok' },
      },
    },
    errors: [],
  }),

  readyz: endpoint({
    id: 'readyz',
    host: 'api',
    method: 'GET',
    path: '/readyz',
    tag: 'Health',
    summary: 'Check whether the service is ready',
    description:
      'Returns 503 while the database does not respond or rejects writes, while the host serves no network, and while every served network is down. If only one of several networks is behind or down, the response is 200 with a warning. The host computes the response at most once per second.',
    auth: [],
    responses: {
      200: {
        description:
          'The database responds and accepts writes, and at least one network is not down.',
        schema: z
          .object({
            status: z.literal('ready'),
            database: z.literal('ok'),
            networks: z.array(networkHealthSchema),
            clock: clockSchema,
            warnings: z.array(findingSchema).describe('Problems that leave the host ready.'),
          })
          .meta({ id: 'Readiness' }),
        example: {
          status: 'ready',
          database: 'ok',
          networks: [
            {
              network: 'base',
              status: 'ok',
              headBlock: 37_650_112,
              cursorBlock: 37_650_100,
              lagBlocks: 2,
            },
          ],
          clock: { source: 'database', skewMs: -3 },
          warnings: [],
        },
      },
    },
    errors: [503],
    problems: {
      503: 'The host is not ready. `failures` and `warnings` list the problems, each as `{check, network, message}`; `networks` is the same as in a 200 response.',
    },
  }),
}
