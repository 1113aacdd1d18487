import pg from 'pg'
import { insertSql } from '../support/insertSql.ts'
import { createRequestRows } from '../support/requestRows.ts'
import { serveParent } from './serveParent.ts'

/** Uses plain `pg`, with one prepared statement per secure payment, on `connections` connections. */
export type RawPostgresCalls = {
  insert(job: { count: number; connections: number }): Promise<{ perSecond: number }>
}

const url = process.env['BENCH_POSTGRES_URL'] ?? ''
const clients: pg.Client[] = []
serveParent({ insert } satisfies RawPostgresCalls, async () => {
  await Promise.all(clients.map((client) => client.end()))
})

async function insert({ count, connections }: { count: number; connections: number }) {
  while (clients.length < connections) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    clients.push(client)
  }
  const rows = createRequestRows(count)
  const [sample] = rows
  const first = insertSql('secure_payments', sample?.securePayment ?? {}, (index) => `$${index}`)
  const offset = Object.keys(sample?.securePayment ?? {}).length
  const second = insertSql('requests', sample?.request ?? {}, (index) => `$${offset + index}`)
  const text = `with parent as (${first}) ${second}`
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let next = rows.pop(); next !== undefined; next = rows.pop()) {
        const values = [...Object.values(next.securePayment), ...Object.values(next.request)]
        await client.query({ name: 'create', text, values })
      }
    }),
  )
  return { perSecond: count / ((performance.now() - startedAt) / 1_000) }
}
