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
      'Answers 503 while the database cannot be written. A chain that is behind or down does not make it fail.',
    auth: [],
    responses: {
      200: {
        description: 'The database answers and takes writes.',
        schema: z
          .object({
            status: z.literal('ready'),
            database: z.literal('ok'),
            networks: z.array(networkHealthSchema),
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
        },
      },
    },
    errors: [503],
  }),
}
