/** The operator's command line; like `main.ts` an edge of the process. */
import { BaseError } from '@secure-payment/core'
import { createApiKey } from './auth/apiKey.ts'
import { BOOTSTRAP_TENANT_ID, bootstrap } from './auth/bootstrap.ts'
import { loadConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/openDatabase.ts'
import { createRandomPool } from './randomPool.ts'
import { rescan } from './rescan.ts'
import { printEnvExample } from './variables.ts'
import { MAX_REDELIVERIES_A_RUN, redeliverDead } from './webhooks/redeliverDead.ts'

const USAGE = `Usage: node host/src/cli.ts <command>
  env                       print .env.example
  migrate                   bring the database up to this release
  create-key <label>        create an API key of the first tenant and print it once
  redeliver [webhook]       send dead webhook deliveries again, of one endpoint or of all, at most ${MAX_REDELIVERIES_A_RUN} a run
  rescan <network> <block>  read recorded blocks again from this one on, and record payments that are missing`

const [command, argument, ...rest] = process.argv.slice(2)

try {
  await runCommand()
} catch (error) {
  console.error(error instanceof BaseError ? error.message : error)
  process.exitCode = 1
}

async function runCommand(): Promise<void> {
  switch (command) {
    case 'env':
      process.stdout.write(printEnvExample())
      return
    case 'migrate':
      return migrateDatabase()
    case 'create-key':
      if (argument !== undefined) return createKey(argument)
      break
    case 'redeliver':
      return redeliver(argument ?? null)
    case 'rescan':
      await rescan(loadConfig(process.env), [argument, ...rest], console.log)
      return
  }
  console.error(USAGE)
  process.exitCode = 2
}

async function migrateDatabase(): Promise<void> {
  await using db = await openDatabase(loadConfig(process.env).databaseUrl)
  const names = await migrate(db)
  console.log(names.length === 0 ? 'Nothing to migrate.' : `Migrated: ${names.join(', ')}.`)
}

async function createKey(keyLabel: string): Promise<void> {
  const config = loadConfig(process.env)
  await using db = await openDatabase(config.databaseUrl)
  await migrate(db)
  const context = { config, db, now: () => new Date(), random: createRandomPool() }
  await bootstrap(context)
  const facts = { tenantId: BOOTSTRAP_TENANT_ID, label: keyLabel, expiresAt: null }
  const { key, row } = createApiKey(context, facts)
  await db.kysely.insertInto('api_keys').values(row).execute()
  console.log(key)
}

/** Hosts that run send what is due now; nothing is sent from here. */
async function redeliver(endpointId: string | null): Promise<void> {
  await using db = await openDatabase(loadConfig(process.env).databaseUrl)
  const context = { db, now: () => new Date() }
  const { endpoints, count, remaining } = await redeliverDead(context, endpointId)
  if (endpointId !== null && endpoints === 0) {
    console.error(`There is no active webhook endpoint ${endpointId}.`)
    process.exitCode = 1
    return
  }
  console.log(`Took up ${count} dead deliveries again; ${remaining} are left.`)
}
