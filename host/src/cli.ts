/** The operator's command line; like `main.ts`, the entry point of a process. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BaseError } from '@secure-payment/core'
import { KEY_SCOPES } from '@secure-payment/core/api'
import { addAuditEntry } from './audit/createAudit.ts'
import { createApiKey } from './auth/apiKey.ts'
import { BOOTSTRAP_TENANT_ID, createTenants } from './auth/bootstrap.ts'
import { dropNamedFactor } from './auth/members/dropNamedFactor.ts'
import { listMembers } from './auth/members/listMembers.ts'
import { removeNamedMember } from './auth/members/removeNamedMember.ts'
import { setNamedRole } from './auth/members/setNamedRole.ts'
import {
  type InviteContext,
  inviteMember,
  inviteMerchant,
} from './auth/registration/inviteFirstMember.ts'
import { loadConfig } from './config.ts'
import type { Context } from './context.ts'
import { DATA_USAGE, findDataCommand } from './dataCommands.ts'
import { openExisting } from './db/databaseMark.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/openDatabase.ts'
import type { MigrationOptions } from './db/runMigrations.ts'
import { COMMAND } from './folders.ts'
import { createLogger } from './log.ts'
import { sendTestMail } from './mail/sendTestMail.ts'
import { openCommandClock } from './openCommandClock.ts'
import { openDataSealer } from './openDataSealer.ts'
import { erasePayer } from './payers/erasePayer.ts'
import { reseal } from './payers/reseal.ts'
import { assignUnmatched } from './payments/assignUnmatched.ts'
import { createRandomPool } from './randomPool.ts'
import { changeRelay } from './relayer/changeRelay.ts'
import { runRescan } from './runRescan.ts'
import { openSealer } from './sealer.ts'
import { printEnvExample } from './settings.ts'
import { unsealEnvironment } from './unsealEnvironment.ts'
import { VERSION } from './version.ts'
import { MAX_REDELIVERIES_A_RUN, redeliverDead } from './webhooks/redeliverDead.ts'

const USAGE = `Usage: ${COMMAND} <command>
  init [--networks <ids>] [--rpc <id>=<urls>] [--url <origin>] [--database <url>] [--name <merchant>] [--proxies <number>] [--file <path>] [--force]
                            ask for the first settings, and write them to .env with new keys
  doctor [--json], check    check the settings, nodes, contracts, clock, database, disk, relayer, mail server, webhook receivers and pages, and
                            state what to do
  env                       print .env.example
  migrate [--dry-run]       bring the database up to this release, or print the statements and their locks
  create-key <label>        create an API key of the first tenant and print it once
  join                      print a one-time link that adds its visitor as a member of the first tenant
  members [merchant]        list the members of the first tenant, or of a merchant (by its id or a wallet)
  remove-member <member>    remove a member from its merchant (by its wallet or e-mail address), and end its sessions
  set-role <member> <role>  give a member another role: owner, admin, finance, developer or read-only
  drop-second-factor <member>
                            let a member who has lost passkeys and recovery codes sign in without them
  invite                    print a one-time link with which a merchant opens an account, with any PAY_REGISTRATION
  redeliver [webhook]       send dead webhook deliveries again, of one endpoint or of all, at most ${MAX_REDELIVERIES_A_RUN} per run
  rescan <network> <block>  read recorded blocks again from this one on, and record payments that are missing
  relay [allow|refuse <merchant>] [--daily-gas <gas>]
                            list the merchants that the relayer spends gas for, allow one (by its id or its wallet), or refuse it
  assign-unmatched <payment> <merchant>
                            assign a payment with an unknown reference to a merchant (by its id or its wallet)
  mail-test <address>       send a test e-mail with PAY_SMTP_URL and PAY_MAIL_FROM
  reseal                    encrypt the data of payers with the first key of PAY_DATA_KEY, so that the others can be removed
  erase-payer <clientUserId> [--tenant <id>] [--force]
                            erase the data of a payer, of the first tenant or another one
${DATA_USAGE}`

const [command, argument, ...rest] = process.argv.slice(2)
const isHelp =
  command === 'help' || process.argv.slice(2).some((one) => one === '--help' || one === '-h')

try {
  if (isHelp) console.log(USAGE)
  else await runCommand()
} catch (error) {
  if (isUsage(error)) console.error(`${error.message}\n\n${USAGE}`)
  else console.error(error instanceof BaseError ? error.message : error)
  process.exitCode = isUsage(error) ? 2 : 1
}

/** Returns whether an error is about an unknown option, or an option without its value. */
function isUsage(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  return String(error.code).startsWith('ERR_PARSE_ARGS_')
}

async function runCommand(): Promise<void> {
  await unsealEnvironment(process.env)
  switch (command) {
    case 'init':
      return init(process.argv.slice(3))
    case 'check':
    case 'doctor':
      if (!(await check(process.argv.slice(3)))) process.exitCode = 1
      return
    case '--version':
      console.log(VERSION)
      return
    case 'env':
      process.stdout.write(printEnvExample())
      return
    case 'migrate':
      return migrateDatabase(process.argv.slice(3))
    case 'create-key':
      if (argument !== undefined) return createKey(argument)
      break
    case 'join':
      return printLink(inviteMember)
    case 'members':
      if (rest.length === 0) return changeMembers(listMembers, argument ?? BOOTSTRAP_TENANT_ID)
      break
    case 'remove-member':
      if (argument !== undefined && rest.length === 0) {
        return changeMembers(removeNamedMember, argument)
      }
      break
    case 'drop-second-factor':
      if (argument !== undefined && rest.length === 0) {
        return changeMembers(dropNamedFactor, argument)
      }
      break
    case 'set-role': {
      const [role, ...others] = rest
      if (argument === undefined || role === undefined || others.length > 0) break
      return changeMembers((context, name) => setNamedRole(context, { name, role }), argument)
    }
    case 'invite':
      return printLink(inviteMerchant)
    case 'redeliver':
      return redeliver(argument ?? null)
    case 'rescan':
      await runRescan(loadConfig(process.env), [argument, ...rest], console.log)
      return
    case 'relay':
      return relay(process.argv.slice(3))
    case 'assign-unmatched':
      if (argument !== undefined && rest[0] !== undefined && rest.length === 1)
        return assign(argument, rest[0])
      break
    case 'mail-test':
      if (argument !== undefined && rest.length === 0) return testMail(argument)
      break
    case 'reseal':
      return resealPayers()
    case 'erase-payer':
      return erase(process.argv.slice(3))
    default: {
      const run = findDataCommand(command)
      if (run === undefined) reportUnknown()
      else if (await run(process.argv.slice(3))) return
    }
  }
  console.error(USAGE)
  process.exitCode = 2
}

/** Prints that a command is unknown. npm reads an option that npx gets before the command, and passes only its value on. */
function reportUnknown(): void {
  if (command === undefined) return
  const hint = `With npx, write a file of settings after the command: start --env-file ${command}`
  console.error(`Unknown command: ${command}\n${existsSync(command) ? `${hint}\n` : ''}`)
}

/** Prompts for the first settings on a terminal. */
async function init(args: readonly string[]): Promise<void> {
  const { runInit } = await import('./setup/runInit.ts')
  const { openTerminal } = await import('./setup/openTerminal.ts')
  const { stdin, stdout } = process
  const isInteractive = stdin.isTTY === true && stdout.isTTY === true
  using terminal = isInteractive ? openTerminal(stdin, stdout) : null
  const means = {
    ask: terminal?.ask ?? null,
    print: console.log,
    random: createRandomPool(),
    hasPort: Boolean(process.env['PAY_PORT']),
  }
  if (!(await runInit(args, means))) process.exitCode = 1
}

/** Checks the setup; returns false if a check failed. */
async function check(args: readonly string[]): Promise<boolean> {
  const { runCheck } = await import('./setup/runCheck.ts')
  return runCheck(args, process.env, console.log)
}

async function migrateDatabase(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } })
  const { databaseUrl } = loadConfig(process.env)
  if (values['dry-run'] === true) {
    const { runPreview } = await import('./setup/runPreview.ts')
    return runPreview(databaseUrl, console.log)
  }
  await using db = await openDatabase(databaseUrl)
  const onBlocked: MigrationOptions['onBlocked'] = ({ migration, attempt }) =>
    console.error(`${migration} waits for a lock of another transaction (attempt ${attempt}).`)
  const names = await migrate(db, { onBlocked })
  console.log(names.length === 0 ? 'Nothing to migrate.' : `Migrated: ${names.join(', ')}.`)
}

async function createKey(keyLabel: string): Promise<void> {
  const config = loadConfig(process.env)
  await using db = await openDatabase(config.databaseUrl)
  await migrate(db)
  const random = createRandomPool()
  await using clock = await openCommandClock(db)
  const context = { config, db, now: clock.now, random }
  await createTenants(context)
  const facts = {
    tenantId: BOOTSTRAP_TENANT_ID,
    label: keyLabel,
    scopes: KEY_SCOPES,
    expiresAt: null,
    createdBy: null,
  }
  const { key, row } = createApiKey(context, facts)
  await db.transaction(async (tx) => {
    await tx.insertInto('api_keys').values(row).execute()
    const actor = { kind: 'operator', id: null } as const
    const entry = { action: 'api_key.created', actor, objectId: row.id } as const
    await addAuditEntry(tx, context, { tenantId: facts.tenantId, ...entry })
  })
  console.log(key)
}

/** Prints an invitation link to this service. */
async function printLink(makeLink: (context: InviteContext) => Promise<string>): Promise<void> {
  const config = loadConfig(process.env)
  await using db = await openDatabase(config.databaseUrl)
  await migrate(db)
  await using clock = await openCommandClock(db)
  const context = { config, db, now: clock.now, random: createRandomPool() }
  await createTenants(context)
  console.log(await makeLink(context))
}

type CommandContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'>

/** Runs a command about members and prints its output. */
async function changeMembers(
  run: (context: CommandContext, name: string) => ReturnType<typeof listMembers>,
  name: string,
): Promise<void> {
  const config = loadConfig(process.env)
  await using db = await openExisting(config.databaseUrl)
  await migrate(db)
  await using clock = await openCommandClock(db)
  const context = { config, db, now: clock.now, random: createRandomPool() }
  const { lines, isDone } = await run({ ...context, sealer: await openSealer(context) }, name)
  for (const line of lines) console.log(line)
  if (!isDone) process.exitCode = 1
}

/** Running hosts send the due deliveries; this process sends nothing. */
async function redeliver(endpointId: string | null): Promise<void> {
  await using db = await openExisting(loadConfig(process.env).databaseUrl)
  await using clock = await openCommandClock(db)
  const context = { db, now: clock.now }
  const { endpoints, count, remaining } = await redeliverDead(context, endpointId)
  if (endpointId !== null && endpoints === 0) {
    console.error(`There is no active webhook endpoint ${endpointId}.`)
    process.exitCode = 1
    return
  }
  console.log(`Queued ${count} dead deliveries again; ${remaining} are left.`)
}

async function relay(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'daily-gas': { type: 'string' } },
  })
  const config = loadConfig(process.env)
  await using db = await openExisting(config.databaseUrl)
  await migrate(db)
  const facts = { config, db, now: () => new Date() }
  const printed = await changeRelay(facts, positionals, values['daily-gas'] ?? null)
  if (printed !== null) {
    for (const line of printed.lines) console.log(line)
    if (!printed.isDone) process.exitCode = 1
    return
  }
  console.error(USAGE)
  process.exitCode = 2
}

async function assign(id: string, merchant: string): Promise<void> {
  await using db = await openExisting(loadConfig(process.env).databaseUrl)
  await migrate(db)
  const { line, isDone } = await assignUnmatched({ db }, id, merchant)
  console.log(line)
  if (!isDone) process.exitCode = 1
}

async function testMail(address: string): Promise<void> {
  const config = loadConfig(process.env)
  await using db = await openDatabase(config.databaseUrl)
  await migrate(db)
  await using clock = await openCommandClock(db)
  const facts = { config, db, now: clock.now, random: createRandomPool() }
  const { signal } = new AbortController()
  const context = { ...facts, sealer: await openSealer(facts), log: createLogger('silent'), signal }
  const { line, isDone } = await sendTestMail(context, address)
  console.log(line)
  if (!isDone) process.exitCode = 1
}

async function resealPayers(): Promise<void> {
  await using context = await openPayers()
  const { payers, paymentDetails, unreadable } = await reseal(context)
  console.log(`Sealed ${payers} payers and ${paymentDetails} bank accounts with the first key.`)
  if (unreadable === 0) return
  console.error(`No key of PAY_DATA_KEY decrypts ${unreadable} records; they stay unchanged.`)
  process.exitCode = 1
}

async function erase(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { tenant: { type: 'string' }, force: { type: 'boolean' } },
  })
  const [clientUserId, ...others] = positionals
  if (clientUserId === undefined || others.length > 0) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  await using context = await openPayers()
  const { userId, paymentDetails, events } = await erasePayer(context, {
    tenantId: values.tenant ?? BOOTSTRAP_TENANT_ID,
    clientUserId,
    isForced: values.force === true,
  })
  console.log(`Erased payer ${userId}, ${paymentDetails} bank accounts and ${events} events.`)
}

/** Opens the dependencies of commands about payers. */
async function openPayers() {
  const config = loadConfig(process.env)
  const db = await openExisting(config.databaseUrl)
  await migrate(db)
  const clock = await openCommandClock(db)
  const context = { config, db, now: clock.now, random: createRandomPool() }
  return {
    ...context,
    dataSealer: await openDataSealer(context),
    async [Symbol.asyncDispose]() {
      await clock[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}
