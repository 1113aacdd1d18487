import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const networkHealthSchema = z.object({
  network: z.string(),
  status: z
    .enum(['ok', 'behind', 'down'])
    .describe('`down`: no node answers; payments wait, requests can still be created.'),
  headBlock: z.int().nonnegative().nullable(),
  cursorBlock: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Everything up to here has been recorded.'),
  lagBlocks: z.int().nonnegative().nullable(),
})

const clockSchema = z.object({
  source: z
    .enum(['database', 'machine'])
    .describe(
      "Whose clock decides: the database server's on PostgreSQL, this machine's on SQLite.",
    ),
  skewMs: z
    .int()
    .describe(
      'Milliseconds that the machine is ahead of the database; behind when negative. With `machine`: by how much its clock was moved in the last ten minutes.',
    ),
})

const findingSchema = z.object({
  check: z.string().describe('Stable name of the check, such as `network_down`.'),
  network: z.string().nullable().describe('The network that it concerns; null for the whole host.'),
  message: z.string().describe('What is wrong and what to do, for the operator.'),
})

/** For supervisors and load balancers. */
export const health = {
  livez: endpoint({
    id: 'livez',
    host: 'api',
    method: 'GET',
    path: '/livez',
    tag: 'Health',
    summary: 'Tell whether the process is alive',
    auth: [],
    responses: {
      200: {
        description: 'The event loop turns.',
        schema: z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' }),
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
    summary: 'Tell whether the service can take requests',
    description:
      'Answers 503 while the database does not answer or takes no writes, while the host serves no network, and while every served network is down. One network of several that is behind or down is a warning. The answer is computed at most once a second.',
    auth: [],
    responses: {
      200: {
        description: 'The database answers and takes writes, and at least one network is watched.',
        schema: z
          .object({
            status: z.literal('ready'),
            database: z.literal('ok'),
            networks: z.array(networkHealthSchema),
            clock: clockSchema,
            warnings: z
              .array(findingSchema)
              .describe('What is wrong without making the host not ready.'),
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
      503: 'Not ready. `failures` and `warnings` list what is wrong, each as `{check, network, message}`; `networks` is as in a ready answer.',
    },
  }),
}
