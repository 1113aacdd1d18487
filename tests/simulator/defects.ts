import type { FaultKind } from './faults.ts'
import type { Wiring } from './startSimulatedHost.ts'

/** An injected defect, to prove that worlds reveal defects. */
export type Defect = {
  name: string
  wire: Wiring
  /** The kinds of fault that reveal the defect sooner; all kinds by default. */
  faults?: readonly FaultKind[]
}

let calls = 0

/**
 * Each defect replaces part of the hosts, or of their environment, with a worse one. The product's code
 * stays unchanged.
 */
export const DEFECTS: readonly Defect[] = [
  {
    name: 'leases judged by each machine’s clock',
    wire: { clock: (clock, wallClock) => ({ ...clock, now: wallClock }) },
    faults: ['clock-skew', 'kill', 'pause'],
  },
  {
    name: 'an unhandled error on a checked-out connection',
    wire: {
      pool: (pool) =>
        Object.assign(Object.create(pool), {
          on: (name: string, listener: () => void) =>
            name === 'connect' ? pool : pool.on('error', listener),
        }),
    },
  },
  {
    name: 'totals summed without the lock',
    wire: {
      server(server) {
        server.locks = (sql) => !sql.includes('from "requests"')
      },
    },
  },
  {
    name: 'idempotency keys forgotten',
    wire: {
      idempotency: (idempotency) => ({
        run(call, action) {
          calls += 1
          return idempotency.run({ ...call, key: `${call.key}-${calls}` }, action)
        },
      }),
    },
  },
  { name: 'one node believed', wire: { nodes: (nodes) => nodes.slice(-1) } },
  {
    name: 'create calls acknowledged before their commit',
    wire: {
      database: (db) => ({
        ...db,
        async insertRows(batches) {
          db.insertRows(batches).catch(() => {})
        },
      }),
    },
  },
  {
    name: 'any response from a receiver counts',
    wire: {
      fetch: (fetch) => ({
        ...fetch,
        async post(request) {
          const answer = await fetch.post(request).catch(() => ({ headers: {}, body: '' }))
          return { ...answer, status: 204 }
        },
      }),
    },
  },
  { name: 'commits that a power loss reverts', wire: { losesCommits: true } },
  {
    name: 'statements without a transaction',
    wire: {
      database: (db) => ({
        ...db,
        // Each statement commits separately; the cast passes the plain connection as a transaction.
        transaction: (fn) => fn(db.kysely as never),
      }),
    },
  },
  {
    name: 'payments counted without confirmations',
    wire: {
      config: (config) => ({
        ...config,
        networks: config.networks.map((settings) => ({
          ...settings,
          finality: { mode: 'depth', depth: 0 },
        })),
      }),
    },
  },
]
