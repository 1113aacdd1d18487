import { loadConfig } from '../../../host/src/config.ts'
import { startHost } from '../../../host/src/startHost.ts'
import { readUsage, serveParent } from './serveParent.ts'

/**
 * A complete host, configured by its `PAY_*` variables. `commits` counts the group-commit writes since the start, and `statements`
 * counts the statements outside transactions.
 */
export type HostCalls = {
  port(): number
  usage: typeof readUsage
  commits(): { commits: number; requests: number }
  statements(): number
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
let statements = 0
const executor = db.kysely.getExecutor()
const execute = executor.executeQuery.bind(executor)
executor.executeQuery = (query) => {
  statements += 1
  return execute(query)
}
serveParent(
  {
    port: () => host.port,
    usage: readUsage,
    commits: () => counted,
    statements: () => statements,
  } satisfies HostCalls,
  async () => {
    await host[Symbol.asyncDispose]()
  },
)
