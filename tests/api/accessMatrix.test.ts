import { createUlid } from '@secure-payment/core'
import { api, type EndpointDefinition } from '@secure-payment/core/api'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type AccessCase,
  createAccessCases,
  createSpentCredentials,
  headersOf,
} from '../support/accessCredentials.ts'
import {
  allowedStatuses,
  exampleBody,
  exampleQuery,
  referencesTo,
  serves,
  takes,
  uncoveredMembers,
} from '../support/accessRules.ts'
import type { Answer } from '../support/callApi.ts'
import { failTestDeliveries } from '../support/failTestDeliveries.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import {
  type Document,
  fillPath,
  isWrite,
  listOperations,
  type Operation,
  parametersOf,
  type Scheme,
} from '../support/operations.ts'
import { type Merchant, seedMerchant } from '../support/seedMerchant.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { countTenantRows, snapshotTenants } from '../support/snapshotTenants.ts'
import { startTestHost } from '../support/testHost.ts'

/**
 * Calls every operation in the served document without the right credential, on the records of a merchant. The expected statuses follow
 * from the document's `security` and from the rules in `accessRules.ts`. The service must disclose nothing and change nothing.
 */
const test = await startTestHost(
  { ...NO_LIMITS, PAY_TRUSTED_PROXIES: '1' },
  { offramp: createFakeOfframp() },
)
failTestDeliveries(test.host)
afterAll(() => test[Symbol.asyncDispose]())

const ownOrigin = test.host.context.config.authUrl
const document: Document = (await test.call('GET', '/openapi.json')).json
// The sign-out runs last, because it ends the sessions of the other tenants.
const operations = listOperations(document).sort((a, b) => rank(a) - rank(b))

const victimWallet = privateKeyToAccount(generatePrivateKey())
const spent = await createSpentCredentials(test, victimWallet)
const victim = await seedMerchant(test, victimWallet)
const victimAccount = await seedMerchant(test, 'account')
const other = await seedMerchant(test, 'wallet')
const otherAccount = await seedMerchant(test, 'account')
const strangers: readonly AccessCase[] = [
  ...spent,
  ...createAccessCases({ victim, victimAccount, other, otherAccount }),
]
/** The operations that returned a canary to its owner. Only for these would the suite detect a leak to another caller. */
const telling = new Set<string>()
let cells = 0
let calls = 0

/** Counts the entries in a merchant's audit log. */
async function countEntries({ tenantId }: Merchant): Promise<number> {
  const rows = await test.host.context.db.kysely
    .selectFrom('audit_log')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.length
}

const AUDITED: ReadonlySet<string> = new Set(
  Object.values(api)
    .flatMap((group) => Object.values<EndpointDefinition>(group))
    .filter(({ audit }) => audit !== undefined)
    .map(({ id }) => id),
)

/**
 * Audited operations whose calls may change nothing in this suite, such as a payout of existing requests or a second
 * removal of branding.
 */
const CHANGES_NOTHING: ReadonlySet<string> = new Set([
  'createPayoutBatch',
  'deleteBranding',
  'unkeepSurplus',
])

/**
 * The merchant whose ids a call contains. The path contains the victim's ids, or the caller's own ids with a victim's id in a later segment
 * or in the body.
 */
type Target = { name: string; path: string; names: 'victim' | 'reference' }

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    it('the operation has a rule for every member that may name a record', () => {
      expect(uncoveredMembers(document, operation)).toEqual([])
      expect(() => fillPath(operation, (parameter) => victim.ids[parameter])).not.toThrow()
    })

    it('the operation rejects every other caller, discloses nothing and changes nothing', async () => {
      const before = await readVictims()
      const counts = await countTenantRows(test)
      const faults: string[] = []
      const weak = strangers.filter(({ standing }) => standing !== 'foreign')
      for (const access of weak) faults.push(...(await tryAll(operation, access)))
      // Skips the sign-in and the registration, which accept any caller and add rows.
      if (operation.accepts.length > 0) expect(await countTenantRows(test)).toEqual(counts)
      for (const access of strangers.filter((one) => !weak.includes(one))) {
        faults.push(...(await tryAll(operation, access)))
      }
      expect(faults).toEqual([])
      expect(await readVictims()).toEqual(before)
    })

    it.runIf(operation.accepts.length > 0)(
      'the operation serves its owner with the same call',
      async () => {
        for (const scheme of schemesOf(operation)) {
          const owner = await ownerOf(operation, scheme === 'session' ? 'account' : 'wallet')
          await prepare(operation, owner)
          await attribute(owner, scheme)
          const target: Target = { name: '', path: pathOf(operation, owner), names: 'reference' }
          const entries = await countEntries(owner)
          const answer = await send(operation, {
            target,
            named: scheme === 'backendClientId' ? asBackend(owner) : owner,
            headers: headersOf(owner, scheme),
          })
          expect({ scheme, status: answer.status, text: answer.text }).toSatisfy(isServed)
          const added = (await countEntries(owner)) - entries
          const most = scheme !== 'clientId' && AUDITED.has(operation.id) ? 1 : 0
          const least = CHANGES_NOTHING.has(operation.id) ? 0 : most
          expect([least, most]).toContain(added)
          if (owner.canaries.some((canary) => answer.text.includes(canary)))
            telling.add(operation.id)
        }
      },
    )
  },
)

it('The suite tries every operation with every credential', () => {
  expect(cells).toBe(operations.length * strangers.length)
  console.info(
    `Access matrix: ${operations.length} operations x ${strangers.length} credentials, ${calls} calls.`,
  )
})

it('The suite can detect changes, because it reads the rows of both victims', async () => {
  const { tenants, api_keys, payers } = await readVictims()
  expect(tenants).toHaveLength(2)
  for (const { tenantId } of [victim, victimAccount]) {
    for (const rows of [tenants, api_keys, payers]) {
      expect(rows?.some((row) => row.includes(tenantId))).toBe(true)
    }
  }
})

it('The suite can detect leaks, because owners receive their canaries', () => {
  expect([...telling]).toEqual(
    expect.arrayContaining([
      'getSecurePayment',
      'getRequest',
      'listRequests',
      'searchPayments',
      'listRecurringPayouts',
      'getRecurringPayout',
      'listClientIds',
      'getClientId',
      'updateClientId',
      'getSession',
      'listApiKeys',
      'updateApiKey',
      'listSessionClientIds',
      'getSessionClientId',
      'listWebhooks',
      'listWebhookDeliveries',
      'getWebhookDelivery',
    ]),
  )
})

async function tryAll(operation: Operation, access: AccessCase): Promise<string[]> {
  cells += 1
  const faults: string[] = []
  for (const target of targetsOf(operation, access)) {
    const answer = await send(operation, { target, named: victim, headers: access.headers })
    const fault = findFault(operation, access, { target, answer })
    if (fault !== null) faults.push(`${access.name}, ${target.name}: ${fault}`)
  }
  return faults
}

function findFault(
  operation: Operation,
  access: AccessCase,
  { target, answer }: { target: Target; answer: Answer },
): string | null {
  const allowed = allowedStatuses(operation, access, { ownOrigin, names: target.names })
  if (allowed === null) {
    const reader = answer.headers['access-control-allow-origin']
    return reader === undefined ? null : `lets ${reader} read what the session reads`
  }
  if (!allowed.includes(answer.status)) {
    return `${answer.status} instead of ${allowed.join(' or ')}: ${answer.text}`
  }
  const told = `${answer.text}\n${JSON.stringify(answer.headers)}`
  const secret = [victim, victimAccount]
    .flatMap(({ canaries }) => canaries)
    .find((canary) => told.includes(canary))
  return secret === undefined ? null : `tells ${secret}: ${told}`
}

function targetsOf(operation: Operation, access: AccessCase): Target[] {
  const victims: Target = {
    name: 'the victim’s ids',
    path: pathOf(operation, victim),
    names: 'victim',
  }
  if (access.standing !== 'foreign' || !takes(operation, access.scheme)) return [victims]
  const { owner } = access
  const parameters = parametersOf(operation)
  const mixed = parameters.slice(0, -1).map((_, index): Target => {
    const own = new Set(parameters.slice(0, index + 1))
    const path = fillPath(operation, (name) => (own.has(name) ? owner : victim).ids[name])
    return { name: 'own ids down to a victim’s', path, names: 'victim' }
  })
  if (parameters.length === 0 || !referencesTo(operation, victim).isAny) return [victims, ...mixed]
  const path = pathOf(operation, owner)
  return [victims, ...mixed, { name: 'a victim’s id in the body', path, names: 'reference' }]
}

/** Sends the document's example call with the ids of a merchant's records. */
async function send(
  operation: Operation,
  facts: { target: Target; named: Merchant; headers: AccessCase['headers'] },
): Promise<Answer> {
  calls += 1
  const { target, named, headers } = facts
  const isInPath = target.names === 'victim' && operation.path.includes('{')
  const references = isInPath ? { body: {}, query: {} } : referencesTo(operation, named)
  const body = exampleBody(operation)
  const query = new URLSearchParams({
    ...exampleQuery(operation),
    ...references.query,
  }).toString()
  return test.call(operation.method, query === '' ? target.path : `${target.path}?${query}`, {
    anonymous: true,
    // Each call comes from a new address, because rejected credentials are counted per address.
    headers: { 'x-forwarded-for': addressOf(calls), ...headers },
    ...(body !== undefined && { body: { ...body, ...references.body, ...emailOf(operation) } }),
  })
}

/** Returns a body with the victim's e-mail address for a sign-in or registration; otherwise an empty body. */
function emailOf({ id }: Operation): object {
  return id === 'registerAccount' || id === 'login'
    ? { email: victimAccount.email, password: 'not the password' }
    : {}
}

const readers = new Map<string, Promise<Merchant>>()

/** Returns a merchant with its own records: a new one for a write, the same one for every read. */
function ownerOf(operation: Operation, kind: 'account' | 'wallet'): Promise<Merchant> {
  if (isWrite(operation)) return seedMerchant(test, kind)
  const reader = readers.get(kind) ?? seedMerchant(test, kind)
  readers.set(kind, reader)
  return reader
}

/** Turns a merchant's requests into quoted ones, each with a current quote. */
async function quoteAll({ tenantId }: Merchant): Promise<void> {
  const { context } = test.host
  const { db, now } = context
  const requests = await db.kysely
    .updateTable('requests')
    .set({ kind: 'quoted', invoice_currency: 'EUR', paid_units: '0', has_been_paid: 0 })
    .where('tenant_id', '=', tenantId)
    .returning(['id', 'expected_units', 'payment_currency'])
    .execute()
  const quotes = requests.map((request) => ({
    id: createUlid(now().getTime(), context.random(10)),
    tenant_id: tenantId,
    request_id: request.id,
    payment_currency: request.payment_currency,
    price: '1000000000000000000',
    sources: '[]',
    invoice_units: request.expected_units,
    payment_units: '1',
    fee_units: '0',
    created_at: now().toISOString(),
    expires_at: new Date(now().getTime() + 600_000).toISOString(),
  }))
  await db.kysely.insertInto('quotes').values(quotes).execute()
}

/** Makes a client ID the creator of its merchant's records, because it may read and change only these on some operations. */
async function attribute({ tenantId, credentials }: Merchant, scheme: Scheme): Promise<void> {
  if (scheme !== 'clientId' && scheme !== 'backendClientId') return
  const [client_id = ''] = credentials[scheme]['x-client-id'].split('.')
  for (const table of ['requests', 'recurring_payments'] as const) {
    await test.host.context.db.kysely
      .updateTable(table)
      .set({ client_id })
      .where('tenant_id', '=', tenantId)
      .where('client_id', 'is not', null)
      .execute()
  }
  // A page's client ID reads all links of its merchant by their tokens; a backend reads only its own.
  if (scheme === 'clientId') return
  await test.host.context.db.kysely
    .updateTable('secure_payments')
    .set({ client_id })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Returns the merchant with references that a backend client ID may use: it may name only itself. */
function asBackend(owner: Merchant): Merchant {
  const [clientId = ''] = owner.credentials.backendClientId['x-client-id'].split('.')
  return { ...owner, references: { ...owner.references, clientId } }
}

/** Puts the records into the state in which the owner's call succeeds. */
async function prepare({ id }: Operation, owner: Merchant): Promise<void> {
  const { ids } = owner
  const call = (method: string, path: string) =>
    test.call(method, path, { anonymous: true, headers: headersOf(owner, 'apiKey') })
  if (id === 'promoteWebhookSecret') {
    await call('POST', `/v1/webhook/${ids['/v1/webhook/{webhookId}']}/rotate-secret`)
  }
  if (id === 'approvePayout' || id === 'declinePayout') {
    await test.host.context.db.kysely
      .updateTable('approvals')
      .set({ status: 'waiting' })
      .where('id', '=', ids['/v1/approvals/{id}'] ?? '')
      .execute()
  }
  if (id === 'createRequestQuote' || id === 'createSecurePaymentQuote') await quoteAll(owner)
  if (id === 'createSecurePaymentAttempt') {
    const path = '/v2/secure-payments/{token}/attempts/{attemptId}'
    const token = ids['/v2/secure-payments/{token}'] ?? ''
    await call('DELETE', path.replace('{token}', token).replace('{attemptId}', ids[path] ?? ''))
  }
}

/**
 * Returns whether the service accepted the caller. Such a call may still fail, because the chains are unreachable here,
 * and the example of a signed transaction belongs to another payment.
 */
function isServed({ status, text }: { status: number; text: string }): boolean {
  const isUnreachable = status === 503 && text.includes('chain')
  const isOfAnother = status === 400 && text.includes('tron_transaction_mismatch')
  return (status >= 200 && status < 300) || isUnreachable || isOfAnother
}

function schemesOf(operation: Operation): Scheme[] {
  const schemes: Scheme[] = ['apiKey', 'clientId', 'backendClientId', 'session', 'walletSession']
  return schemes.filter((scheme) => serves(operation, scheme))
}

function pathOf(operation: Operation, { ids }: Merchant): string {
  return fillPath(operation, (parameter) => ids[parameter])
}

function readVictims() {
  return snapshotTenants(test, [victim.tenantId, victimAccount.tenantId])
}

function addressOf(call: number): string {
  return `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`
}

function rank(operation: Operation): number {
  if (operation.id === 'logout') return 2
  return isWrite(operation) ? 1 : 0
}
