/** The operator's commands that keep, restore and move data; part of the process's edge, like `cli.ts`. */
import { parseArgs } from 'node:util'
import { backUpDatabase } from './backup/backUpDatabase.ts'
import { restoreDatabase } from './backup/restoreDatabase.ts'
import { loadConfig } from './config.ts'
import { hadDatabase, openExisting } from './db/databaseMark.ts'
import { DatabaseMissingError } from './db/errors.ts'
import { migrate } from './db/migrate.ts'
import { sqlitePath } from './db/openDatabase.ts'
import { eraseMerchant } from './erasure/eraseMerchant.ts'
import { exportMerchant } from './erasure/exportMerchant.ts'
import { COMMAND } from './folders.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { openCommandClock } from './openCommandClock.ts'
import { openDataSealer } from './openDataSealer.ts'
import { createRandomPool } from './randomPool.ts'
import { openSealer } from './sealer.ts'

/** The lines of these commands in the usage. */
export const DATA_USAGE = `  backup <file>             copy the SQLite database to a new file while hosts run, and verify the copy
  restore <file> [--new]    replace the SQLite database by a backup, and keep the previous file; --new restores to a place without one
  copy --to <url>           copy the SQLite database to an empty PostgreSQL database, and verify every row
  rotate-keys               seal every secret again with a new PAY_ENCRYPTION_KEY, while every host is stopped
  export-merchant <merchant>
                            print all data of a merchant, without secrets, as lines of JSON
  erase-merchant <merchant> --force
                            erase the personal data of a merchant's members and payers, and keep its ledger under ids
  reconcile [--json] [--finish]
                            list the payments whose requests are lost, and whether every network is read; --finish ends the
                            reconciliation once the merchants have created every lost request again
  reconcile <payment> <request>
                            count such a payment towards the request that replaces the lost one
  reconcile --unique [--yes]
                            print each payment that exactly one request matches; --yes counts them, at most 1,000 per run
  reconcile --pairs <file>  count the payments of a file, with a payment and a request per line`

/** Runs a command with its arguments; returns false if the arguments are wrong. */
type DataCommand = (args: readonly string[]) => Promise<boolean>

/** The commands, by name. */
export const dataCommands: Readonly<Record<string, DataCommand | undefined>> = {
  async backup([file, ...others]) {
    if (file === undefined || others.length > 0) return false
    const { tables, rows } = await backUpDatabase(loadConfig(process.env).databaseUrl, file)
    console.log(`Wrote ${file}: ${rows} rows in ${tables} tables, verified.`)
    return true
  },
  async restore(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { new: { type: 'boolean' } },
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) return false
    const { databaseUrl } = loadConfig(process.env)
    if (values.new !== true) guardPlace(databaseUrl)
    const { path, previous, rows, lastMigration } = restoreDatabase(databaseUrl, file, new Date())
    console.log(`Restored ${file} to ${path}: ${rows} rows, last migration ${lastMigration}.`)
    if (previous !== null) console.log(`The previous database is now ${previous}.`)
    console.log(`Start one host, then run ${COMMAND} reconcile.`)
    return true
  },
  async copy(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' } },
    })
    if (values.to === undefined || positionals.length > 0) return false
    const { copyDatabase } = await import('./backup/copyDatabase.ts')
    await copyDatabase(loadConfig(process.env).databaseUrl, values.to, ({ table, rows, isNew }) =>
      console.log(`${table}: ${rows} rows ${isNew ? 'copied' : 'present'}, verified.`),
    )
    console.log('Set PAY_DATABASE_URL to the new database on every host, then start them.')
    return true
  },
  async 'rotate-keys'(args) {
    if (args.length > 0) return false
    const config = loadConfig(process.env)
    await using db = await openExisting(config.databaseUrl)
    await migrate(db)
    await using clock = await openCommandClock(db)
    const context = { db, now: clock.now, random: createRandomPool() }
    const { changed, current, unreadable } = await rotateKeys(context, config)
    console.log(`Sealed ${changed} values with the new key; ${current} had it already.`)
    if (unreadable === 0) {
      console.log(
        'Every value is verified. Remove PAY_FORMER_ENCRYPTION_KEYS, then start the hosts.',
      )
      return true
    }
    console.error(`No key opens ${unreadable} values. Add their key to PAY_FORMER_ENCRYPTION_KEYS.`)
    process.exitCode = 1
    return true
  },
  async 'export-merchant'([merchant, ...others]) {
    if (merchant === undefined || others.length > 0) return false
    await using context = await openSealed()
    await exportMerchant(context, merchant, console.log)
    return true
  },
  async 'erase-merchant'(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { force: { type: 'boolean' } },
    })
    const [merchant, ...others] = positionals
    if (merchant === undefined || others.length > 0) return false
    await using context = await openSealed()
    const isForced = values.force === true
    const { tenantId, payers } = await eraseMerchant(context, { merchant, isForced })
    console.log(`Erased merchant ${tenantId} with ${payers} payers. Its ledger stays under ids.`)
    return true
  },
  async reconcile(args) {
    const { runReconcile } = await import('./runReconcile.ts')
    const isComplete = await runReconcile(loadConfig(process.env), args, console.log)
    if (isComplete === false) process.exitCode = 1
    return isComplete !== null
  },
}

/** Rejects a restore to a place where no host had a database: the settings may be those of another folder. */
function guardPlace(databaseUrl: string): void {
  const path = sqlitePath(databaseUrl)
  if (path === null || hadDatabase(path)) return
  throw new DatabaseMissingError({ place: path, option: '--new' })
}

/** Finds a command by its name. Inherited names, such as `constructor`, are no commands. */
export function findDataCommand(name: string | undefined): DataCommand | undefined {
  return name !== undefined && Object.hasOwn(dataCommands, name) ? dataCommands[name] : undefined
}

/** Opens the database with both sealers. */
async function openSealed() {
  const config = loadConfig(process.env)
  const db = await openExisting(config.databaseUrl)
  await migrate(db)
  const clock = await openCommandClock(db)
  const facts = { config, db, now: clock.now, random: createRandomPool() }
  const sealers = { sealer: await openSealer(facts), dataSealer: await openDataSealer(facts) }
  return {
    ...facts,
    ...sealers,
    async [Symbol.asyncDispose]() {
      await clock[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}
