import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccount, openProfile } from '../../host/src/payers/sealedFields.ts'
import type { Answer, CallOptions } from '../support/callApi.ts'
import { findPlanted, type PlantedPayer, plantPayer } from '../support/plantedData.ts'
import { sendAll } from '../support/requestCalls.ts'
import { registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { approveOnce } from './support/startOfframps.ts'
import { waitFor } from './support/waitFor.ts'
import { type Places, watchPlaces } from './support/watchPlaces.ts'

/**
 * Payers and bank accounts whose every field is told from everything else go the whole way of the sandbox, its bad ends included. Then
 * they are looked for wherever the host leaves something behind.
 */
const STEP_MS = 1_000
const WAIT_MS = 60_000
const TIMEOUT_MS = 240_000
const CURRENCIES = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
/** Words in a holder's name that the sandbox takes for what is to happen to the money. */
const WAYS = ['', ' Bounce', ' Return', ' Retry', ' Fail']

const approved = plantPayer('zk4main')
const rejected = plantPayer('zk4shut')
const flawed = plantPayer('zk4flaw')
const people = [approved, rejected, flawed]

let chains: Chains
let sink: Sink
let test: TestHost
let places: Places
let key: Record<string, string>
let session: Record<string, string>

const pathOf = ({ clientUserId }: PlantedPayer) => `/v2/payer/${encodeURIComponent(clientUserId)}`
const detailsOf = (person: PlantedPayer) => `${pathOf(person)}/payment-details`

async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const all = Object.entries({ ...key, ...options.headers })
  // What is empty is left out: a session or nobody in place of the key.
  const headers = Object.fromEntries(all.filter(([, value]) => value !== ''))
  const answer = await test.call(method, path, { anonymous: true, ...options, headers })
  return places.hear(method, path, answer)
}

/** The answer of a call that must succeed. */
async function ok(method: string, path: string, body?: object, headers = {}) {
  const answer = await call(method, path, { headers, ...(body !== undefined && { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json
}

async function refused(method: string, path: string, body?: object, headers = {}) {
  const answer = await call(method, path, { headers, ...(body !== undefined && { body }) })
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
}

/** A page of the sandbox, which is opened and, with an action, pressed. */
async function visit(url: string, action?: string): Promise<void> {
  const path = new URL(url).pathname
  const options = { unchecked: true, headers: { 'x-api-key': '' } }
  expect((await call('GET', path, options)).status).toBe(200)
  if (action === undefined) return
  const headers = { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await call('POST', path, {
    ...options,
    headers,
    raw: `action=${action}&agreed=yes`,
  })
  expect(pressed.status).toBe(303)
}

function until(what: string, isSo: () => Promise<boolean>): Promise<true> {
  return waitFor(
    what,
    async () => {
      test.clock.advance(STEP_MS)
      return (await isSo()) ? true : null
    },
    WAIT_MS,
  )
}

const untilPayer = (person: PlantedPayer, facts: object) =>
  until(`${JSON.stringify(facts)} of a payer`, async () => {
    const told = await ok('GET', pathOf(person))
    return Object.entries(facts).every(([name, value]) => told[name] === value)
  })

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  sink = await startSink()
  places = watchPlaces({ host: () => test, deliveries: () => sink.deliveries() })
  test = await startTestHost(
    {
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_OFFRAMP: 'sandbox',
      PAY_OFFRAMP_SANDBOX_DELAY_MS: '2000',
    },
    { log: places.log },
  )
  const signedIn = await registerAccount(test)
  session = { 'x-api-key': '', ...signedIn.headers }
  key = {}
  const created = await ok('POST', '/v1/api-keys', { label: 'key' }, signedIn.headers)
  key = { 'x-api-key': created.key }
  const webhook = await ok('POST', '/v1/webhook', { url: sink.url }, bySession())
  sink.setSecret(webhook.secret)
  // Each first delivery fails, so that attempts are logged and repeated.
  const seen = new Set<unknown>()
  sink.setStatus(({ rawBody }) => {
    const isNew = !seen.has(rawBody)
    seen.add(rawBody)
    return isNew ? 500 : 200
  })
  await approveOnce(chains, 1)
  await endChecks()
  const accounts = await approveAccounts()
  await refuseMuch(accounts)
  const requestIds = await payEach(accounts)
  await readAll(requestIds)
}, TIMEOUT_MS)
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

/** Headers in place of the key. */
const bySession = () => session

/** One payer is approved and signs, one is rejected, one fails and is submitted again. */
async function endChecks(): Promise<void> {
  const retried = { 'idempotency-key': 'a key' }
  const { kycUrl, agreementUrl } = await ok('POST', '/v2/payer', approved.payer, retried)
  await ok('POST', '/v2/payer', approved.payer, retried)
  await visit(kycUrl)
  await untilPayer(approved, { kycStatus: 'approved', agreementStatus: 'pending' })
  await ok('PATCH', pathOf(approved), { agreementCompleted: false })
  await visit(agreementUrl, 'sign')
  await untilPayer(approved, { isCompliant: true })
  const other = await ok('POST', '/v2/payer', rejected.payer)
  await visit(other.kycUrl, 'reject')
  await untilPayer(rejected, { kycStatus: 'rejected' })
  const third = await ok('POST', '/v2/payer', flawed.payer)
  await visit(third.kycUrl, 'fail')
  await untilPayer(flawed, { kycStatus: 'failed' })
  await visit((await ok('POST', '/v2/payer', flawed.payer)).kycUrl, 'approve')
  await untilPayer(flawed, { kycStatus: 'approved' })
}

/** An account for each way of the money, one that its bank does not know, and one of another payer; ids by the holder's word. */
async function approveAccounts(): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const add = async (name: string, person: PlantedPayer, change: object = {}) => {
    const body = { ...person.account, ...change }
    const headers = { 'idempotency-key': `account ${ids.size}` }
    const { payment_detail: detail } = await ok('POST', detailsOf(person), body, headers)
    ids.set(name, detail.id)
  }
  const { accountName, bankName } = approved.account
  for (const way of WAYS) await add(way, approved, { accountName: `${accountName}${way}` })
  await add('unknown', approved, { bankName: `${bankName} Reject` })
  await add('foreign', rejected)
  await until('the accounts to be checked', async () => {
    const { paymentDetails } = await ok('GET', detailsOf(approved))
    return paymentDetails.every(({ status }: { status: string }) => status !== 'pending')
  })
  return ids
}

async function createRequest(): Promise<string> {
  const body = { amount: '2.5', ...CURRENCIES, isCryptoToFiatAllowed: true }
  return (await ok('POST', '/v2/request', body)).requestId
}

/** Every call that takes planted data, each with something about it that is refused. */
async function refuseMuch(accounts: Map<string, string>): Promise<void> {
  const { payer, account, clientUserId, secrets } = approved
  await refused('POST', '/v2/payer', { ...payer, city: `${payer['city']} again` })
  for (const [field, value] of Object.entries(payer)) {
    await refused('POST', '/v2/payer', { ...payer, [field]: [value] })
    await refused('POST', '/v2/payer', { ...rejected.payer, [field]: `${value}\n` })
  }
  for (const [field, value] of Object.entries(account)) {
    await refused('POST', detailsOf(approved), { ...account, [field]: [value] })
  }
  for (const field of ['iban', 'swiftBic', 'routingNumber', 'accountNumber', 'currency']) {
    const body = { ...account, [field]: `${account['accountNumber']}_` }
    await refused('POST', detailsOf(approved), body)
  }
  await refused('POST', '/v2/payer', payer, { 'x-api-key': `sk_${payer['ssn']}_0123456789` })
  await refused('GET', `${pathOf(approved)}-nobody`)
  await refused('POST', `${pathOf(approved)}-nobody/payment-details`, account)
  await refused('PATCH', pathOf(approved), { agreementCompleted: payer['ssn'] })
  await refused('GET', `${detailsOf(approved)}?paymentDetailsId=${account['accountNumber']}`)
  for (const page of ['kyc', 'agreement']) {
    const options = { unchecked: true, raw: `action=${secrets[0]}` }
    const path = `/sandbox/${page}/${secrets[0]}`
    expect((await call('POST', path, options)).status).toBeGreaterThanOrEqual(400)
  }
  for (const signature of ['', 'v1,bm8gc2lnbmF0dXJl']) {
    const body = { id: 'evt_1', kind: 'kyc', subject: secrets[0], status: secrets[1], payer }
    await refused('POST', '/v2/offramp/callbacks', body, { 'webhook-signature': signature })
  }
  const requestId = await createRequest()
  const wrong = [
    { clientUserId, paymentDetailsId: accounts.get('unknown') ?? '' },
    { clientUserId, paymentDetailsId: accounts.get('foreign') ?? '' },
    { clientUserId, paymentDetailsId: account['iban'] ?? '' },
    { clientUserId: rejected.clientUserId, paymentDetailsId: accounts.get('foreign') ?? '' },
    { clientUserId: payer['email'] ?? '', paymentDetailsId: accounts.get('') ?? '' },
    { clientUserId, paymentDetailsId: accounts.get('') ?? '', wallet: payer['phone'] ?? '' },
  ]
  for (const query of wrong) await refused('GET', payPath(requestId, query))
}

function payPath(requestId: string, query: Record<string, string>): string {
  const wallet = chains.wallet('devnet', 1).account.address
  return `/v2/request/${requestId}/pay?${new URLSearchParams({ wallet, ...query })}`
}

/** A payment into each account, until the money has come to its end. */
async function payEach(accounts: Map<string, string>): Promise<readonly string[]> {
  const { clientUserId } = approved
  const requestIds: string[] = []
  for (const way of WAYS) {
    const requestId = await createRequest()
    const paymentDetailsId = accounts.get(way) ?? ''
    const path = payPath(requestId, { clientUserId, paymentDetailsId })
    const { transactions } = await ok('GET', path)
    await sendAll(chains, 1, transactions)
    requestIds.push(requestId)
  }
  const ends = new Map<string, string>()
  await until('the money to come to its ends', async () => {
    for (const requestId of requestIds) {
      const { status } = await ok('GET', `/v2/request/${requestId}`)
      if (status === 'paid' || status === 'failed') ends.set(requestId, status)
    }
    return ends.size === WAYS.length
  })
  expect([...requestIds.map((id) => ends.get(id))]).toEqual([
    'paid',
    'paid',
    'failed',
    'paid',
    'failed',
  ])
  await until('everything to be told', async () => {
    const bodies = sink.deliveries().map(({ rawBody }) => rawBody)
    return requestIds.every((id) => bodies.some((body) => body.includes(id) && isEnd(body)))
  })
  return requestIds
}

function isEnd(body: string): boolean {
  return body.includes('payment.confirmed') || body.includes('payment.failed')
}

/** What merchants read, in the console and by key. */
async function readAll(requestIds: readonly string[]): Promise<void> {
  await ok('GET', '/v1/payers', undefined, bySession())
  await ok('GET', '/v1/offramps', undefined, bySession())
  for (const requestId of requestIds) {
    await ok('GET', `/v1/offramps?requestId=${requestId}`, undefined, bySession())
    await ok('GET', `/v2/request/${requestId}/status`)
  }
  await ok('GET', '/v2/request')
  await ok('GET', '/v2/payments')
  const [webhook] = await ok('GET', '/v1/webhook', undefined, bySession())
  const path = `/v1/webhook/${webhook.id}/deliveries`
  const { deliveries } = await ok('GET', path, undefined, bySession())
  for (const { id } of deliveries) await ok('GET', `${path}/${id}`, undefined, bySession())
}

const NAMED = 'clientUserId'

describe('What payers tell of themselves and of their accounts', () => {
  it('was all there, sealed', async () => {
    const { db, dataSealer } = test.host.context
    const payers = await db.kysely.selectFrom('payers').selectAll().execute()
    const details = await db.kysely.selectFrom('payment_details').selectAll().execute()
    const opened = JSON.stringify([
      payers.map((row) => openProfile(dataSealer, row)),
      details.map((row) => openAccount(dataSealer, row)),
    ])
    expect(findPlanted(approved.secrets, opened)).toEqual(approved.secrets)
    expect(findPlanted(flawed.secrets, opened).length).toBeGreaterThan(10)
    expect(findPlanted(rejected.secrets, opened)).toEqual(rejected.secrets)
  })

  it('is in no log, column, webhook or refusal, and in those answers alone that are for it', async () => {
    expect(await places.find(people)).toEqual([
      'answer of GET /sandbox/agreement/{}: firstName',
      'answer of GET /sandbox/agreement/{}: lastName',
      'answer of GET /sandbox/kyc/{}: firstName',
      'answer of GET /sandbox/kyc/{}: lastName',
      'answer of GET /v1/offramps: accountName',
      'answer of GET /v1/offramps: bankName',
      `answer of GET /v1/offramps: ${NAMED}`,
      'answer of GET /v1/payers: accountName',
      'answer of GET /v1/payers: bankName',
      `answer of GET /v1/payers: ${NAMED}`,
      `answer of GET /v1/webhook/{}/deliveries/{}: ${NAMED}`,
      'answer of GET /v2/payer/{}/payment-details: accountName',
      'answer of GET /v2/payer/{}/payment-details: bankName',
      'answer of POST /v2/payer/{}/payment-details: accountName',
      'answer of POST /v2/payer/{}/payment-details: bankName',
      `answer of POST /v2/payer/{}/payment-details: ${NAMED}`,
      `table events: ${NAMED}`,
      `webhook: ${NAMED}`,
    ])
  })

  it('would have been found: much was logged, refused and told', () => {
    expect(places.logged()).toContain('"level":20')
    expect(places.logged()).toContain('"operation":"submitPayer"')
    expect(places.refusals().length).toBeGreaterThan(60)
    expect(sink.deliveries().length).toBeGreaterThan(60)
  })
})

describe('The search', () => {
  const only = plantPayer('zk4only')

  it('finds a value in one line of the log, however it is written', async () => {
    expect(await places.find([only])).toEqual([])
    places.log.debug({ about: { deep: only.payer['phone'] } }, 'Told too much')
    places.log.trace({ url: `/x?name=${encodeURIComponent(only.clientUserId)}` }, 'Told too much')
    places.log.trace(`Told ${Buffer.from(`${only.payer['ssn']}`).toString('base64')}`)
    expect(await places.find([only])).toEqual(['log: clientUserId', 'log: phone', 'log: ssn'])
  })

  it('finds a value in any text column of any table', async () => {
    const { kysely } = test.host.context.db
    const city = only.payer['city'] ?? ''
    await kysely.updateTable('payment_details').set({ rejection_message: city }).execute()
    await kysely
      .updateTable('offramp_steps')
      .set({ reason: `of ${city}.` })
      .execute()
    await kysely.updateTable('offramps').set({ failure_reason: city.toUpperCase() }).execute()
    expect((await places.find([only])).filter((found) => found.startsWith('table'))).toEqual([
      'table offramp_steps: city',
      'table offramps: city',
      'table payment_details: city',
    ])
  })

  it('finds a value in a refusal, and in a header of it', async () => {
    const answer = { status: 400, headers: {}, text: '', json: undefined }
    places.hear('GET', '/v2/x/01', { ...answer, text: `no ${only.account['iban']}` })
    places.hear('GET', '/v2/y/01', { ...answer, headers: { link: only.account['bankName'] ?? '' } })
    expect((await places.find([only])).filter((found) => found.startsWith('refusal'))).toEqual([
      'refusal of GET /v2/x/{}: iban',
      'refusal of GET /v2/y/{}: bankName',
    ])
  })
})
