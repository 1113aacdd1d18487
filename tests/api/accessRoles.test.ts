import { generatePrivateKey } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { createId } from '../../host/src/id.ts'
import {
  type Document,
  fillPath,
  listOperations,
  type Operation,
  type Scheme,
} from '../support/operations.ts'
import { NO_LIMITS, registerAccount, signInWallet } from '../support/signIn.ts'
import { startTestHost } from '../support/testHost.ts'

/**
 * Calls every operation in the served document as every role, by wallet and by account, and with an API key for every scope. The expected
 * scopes are written here, per group of operations. The host checks the scope before it reads ids and bodies, so each call has an empty
 * body and unknown ids.
 */
const test = await startTestHost({ ...NO_LIMITS, PAY_REGISTRATION: 'open' })
afterAll(() => test[Symbol.asyncDispose]())

/** The scope per group of operations; the first match counts. `any`: every credential that the operation accepts. */
const NEEDED: readonly (readonly [RegExp, string])[] = [
  // Every member may make these calls, which affect only the member, and may read the currencies.
  [/^POST \/v1\/auth\/(?:logout|password|email|email\/confirm)$/, 'any'],
  [/^(?:GET|PATCH) \/v1\/auth\/(?:session|contact)$/, 'any'],
  [/^[A-Z]+ \/v1\/auth\/(?:passkeys|second-factor|recovery-codes|confirmation)(?:\/|$)/, 'any'],
  [/^DELETE \/v1\/members\/\{id\}$/, 'any'],
  [/^GET \/v[12]\/currencies/, 'any'],
  // Every key may read its own scopes.
  [/^GET \/v2\/caller$/, 'any'],
  // The team.
  [/^GET \/v1\/(?:members|invitations)$/, 'read'],
  [/^(?:POST|PATCH|DELETE) \/v1\/(?:members|invitations)/, 'team'],
  // Approvals of outgoing money, the approval limit and the reporting currency.
  [/^POST \/v1\/approvals\//, 'payouts'],
  [/^PUT \/v1\/(?:approval-limit|reporting-currency)$/, 'team'],
  // Only callers who pay need calldata.
  [/^GET \/v[12]\/.*\/pay$/, 'create'],
  // The operator's operations; the operator's keys have every scope.
  [/^[A-Z]+ \/v1\/operator\//, 'manage'],
  // The audit log shows each member's actions.
  [/^GET \/v2\/audit-log$/, 'manage'],
  // The list needs more than `read`, because anyone who knows a schedule's id can cancel it with a page's client ID.
  [/^GET \/v2\/payouts\/recurring$/, 'payouts'],
  [/^GET /, 'read'],
  // Outgoing money, and the bank accounts that receive it.
  [/^[A-Z]+ \/v2\/payouts(?:\/|$)/, 'payouts'],
  [/^[A-Z]+ \/v[12]\/payer(?:\/|$)/, 'payouts'],
  [/^POST \/v2\/secure-payments\/(?:payouts|batch-payouts|multicall-payouts)$/, 'payouts'],
  [/^POST \/v1\/pay$/, 'payouts'],
  // Refunds to payers.
  [/^POST \/v2\/(?:payments|request|unmatched-payments)\/[^/]+\/refunds$/, 'refunds'],
  [/^POST \/v2\/secure-payments\/refunds$/, 'refunds'],
  [/^POST \/v2\/payments\/[^/]+\/refund-claims$/, 'refunds'],
  [/^POST \/v2\/refunds\//, 'refunds'],
  [/^(?:POST|DELETE) \/v2\/refund-candidates\/[^/]+\/keep$/, 'refunds'],
  // Requests, links and the calls that pay them.
  [/^[A-Z]+ \/v2\/(?:secure-payments|request|unmatched-payments)(?:\/|$)/, 'create'],
  [/^[A-Z]+ \/v1\/request(?:\/|$)/, 'create'],
  // Settings.
  [/^[A-Z]+ \/v1\/(?:api-keys|client-ids|webhook|domains|branding|tenant)(?:\/|$)/, 'manage'],
  [/^[A-Z]+ \/v2\/client-ids(?:\/|$)/, 'manage'],
  [/^[A-Z]+ \/v1\/payee-destination(?:\/|$)/, 'manage'],
]

const HELD_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  owner: ['read', 'create', 'payouts', 'refunds', 'manage', 'team'],
  admin: ['read', 'create', 'payouts', 'refunds', 'manage', 'team'],
  finance: ['read', 'create', 'payouts', 'refunds'],
  developer: ['read', 'create', 'manage'],
  'read-only': ['read'],
}
/** The credentials that have no scopes. */
const CLIENT_IDS: ReadonlySet<Scheme> = new Set(['clientId', 'backendClientId'])
const KEY_SCOPES = ['read', 'create', 'payouts', 'refunds', 'manage']

type Cell = {
  name: string
  scheme: 'apiKey' | 'session' | 'walletSession'
  headers: Readonly<Record<string, string>>
  held: readonly string[]
}

const document: Document = (await test.call('GET', '/openapi.json')).json
const operations = listOperations(document)
  .filter(({ accepts }) => accepts.some((scheme) => !CLIENT_IDS.has(scheme)))
  // Signing out ends the session that the other calls use.
  .sort((one, other) => Number(one.id === 'logout') - Number(other.id === 'logout'))
const cells: readonly Cell[] = [...(await createMembers()), ...(await createKeys())]

async function createMembers(): Promise<Cell[]> {
  const members: Cell[] = []
  const { kysely } = test.host.context.db
  for (const [role, held] of Object.entries(HELD_BY_ROLE)) {
    const wallet = await signInWallet(test)
    const account = await registerAccount(test)
    for (const { tenantId } of [wallet, account]) {
      for (const table of ['wallets', 'accounts'] as const) {
        const stored = { role: role as 'owner' }
        await kysely.updateTable(table).set(stored).where('tenant_id', '=', tenantId).execute()
      }
    }
    members.push(
      { name: `${role}, a wallet`, scheme: 'walletSession', headers: wallet.headers, held },
      { name: `${role}, an account`, scheme: 'session', headers: account.headers, held },
    )
  }
  return members
}

async function createKeys(): Promise<Cell[]> {
  const { headers } = await registerAccount(test)
  const keys: Cell[] = []
  for (const scope of KEY_SCOPES) {
    const body = { label: scope, scopes: [scope] }
    const { json } = await test.call('POST', '/v1/api-keys', { anonymous: true, headers, body })
    const name = `an API key to ${scope}`
    keys.push({ name, scheme: 'apiKey', headers: { 'x-api-key': json.key }, held: [scope] })
  }
  return keys
}

function takes({ accepts }: Operation, { scheme }: Cell): boolean {
  return accepts.includes(scheme) || (scheme === 'walletSession' && accepts.includes('session'))
}

async function tryCell(operation: Operation, cell: Cell, needed: string): Promise<string | null> {
  const path = fillPath(operation, (parameter) =>
    parameter.endsWith('{currencyId}') ? 'USD' : createId(test.host.context),
  )
  const { status, json, text } = await test.call(operation.method, path, {
    anonymous: true,
    headers: cell.headers,
    ...(operation.body !== null && { body: {} }),
  })
  const found = `${cell.name}: ${status} ${text.slice(0, 200)}`
  if (needed === 'any' || cell.held.includes(needed)) {
    const isLetIn = json?.code !== 'scope_missing' && status !== 401
    return isLetIn ? null : `${found} instead of being let in`
  }
  const isNamed = status === 403 && json?.code === 'scope_missing' && json?.scope === needed
  return isNamed && String(json?.detail).includes(`"${needed}"`) ? null : `${found}, not ${needed}`
}

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    it("the operation accepts the roles and keys that have its scope, and returns the scope's name to all other callers", async () => {
      const line = `${operation.method} ${operation.path}`
      const needed = NEEDED.find(([pattern]) => pattern.test(line))?.[1]
      if (needed === undefined) throw new Error(`No scope is written for ${line}.`)
      const faults: (string | null)[] = []
      for (const cell of cells.filter((one) => takes(operation, one))) {
        faults.push(await tryCell(operation, cell, needed))
      }
      expect(faults.filter((fault) => fault !== null)).toEqual([])
    })
  },
)

describe('The roles of this suite', () => {
  it('this suite’s roles match the roles that a session reports', async () => {
    for (const [role, held] of Object.entries(HELD_BY_ROLE)) {
      const member = await registerAccount(
        test,
        `${generatePrivateKey().slice(2, 18)}@example.test`,
      )
      await test.host.context.db.kysely
        .updateTable('accounts')
        .set({ role: role as 'owner' })
        .where('tenant_id', '=', member.tenantId)
        .execute()
      const { json } = await test.call('GET', '/v1/auth/session', {
        anonymous: true,
        headers: member.headers,
      })
      expect({ role: json.role, scopes: json.scopes }).toEqual({ role, scopes: held })
    }
  })
})
