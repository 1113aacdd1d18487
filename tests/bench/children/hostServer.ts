import { loadConfig } from '../../../host/src/config.ts'
import { startHost } from '../../../host/src/startHost.ts'
import { readUsage, serveParent } from './serveParent.ts'

/** A whole host, set by its `PAY_*` variables. `commits` counts what group commit wrote since the start. */
export type HostCalls = {
  port(): number
  usage: typeof readUsage
  commits(): { commits: number; requests: number }
}

const host = await startHost(loadConfig(process.env))
const { db } = host.context
const insertRows = db.insertRows
const counted = { commits: 0, requests: 0 }
db.insertRows = (batches) => {
  counted.commits += 1
  counted.requests += batches.find(({ table }) => table === 'secure_payments')?.rows.length ?? 0
  return insertRows(batches)
}
serveParent(
  { port: () => host.port, usage: readUsage, commits: () => counted } satisfies HostCalls,
  async () => {
    await host[Symbol.asyncDispose]()
  },
)
