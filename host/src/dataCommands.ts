/** The operator's commands that keep, restore and move data; part of the process's edge, like `cli.ts`. */
import { backUpDatabase } from './backup/backUpDatabase.ts'
import { restoreDatabase } from './backup/restoreDatabase.ts'
import { loadConfig } from './config.ts'
import { COMMAND } from './folders.ts'

/** The lines of these commands in the usage. */
export const DATA_USAGE = `  backup <file>             copy the SQLite database to a new file while hosts run, and verify the copy
  restore <file>            replace the SQLite database by a backup, and keep the previous file
  reconcile [--json]        list the payments whose requests are lost, and whether every network is read
  reconcile <payment> <request>
                            count such a payment towards the request that replaces the lost one`

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
  async restore([file, ...others]) {
    if (file === undefined || others.length > 0) return false
    const { databaseUrl } = loadConfig(process.env)
    const { path, previous, rows, lastMigration } = restoreDatabase(databaseUrl, file, new Date())
    console.log(`Restored ${file} to ${path}: ${rows} rows, last migration ${lastMigration}.`)
    if (previous !== null) console.log(`The previous database is now ${previous}.`)
    console.log(`Start one host, then run ${COMMAND} reconcile.`)
    return true
  },
  async reconcile(args) {
    const { runReconcile } = await import('./runReconcile.ts')
    const isComplete = await runReconcile(loadConfig(process.env), args, console.log)
    if (isComplete === false) process.exitCode = 1
    return isComplete !== null
  },
}
