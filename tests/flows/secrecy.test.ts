import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccount, openProfile } from '../../host/src/payers/sealedFields.ts'
import { findPlanted, type PlantedPayer, plantPayer } from '../support/plantedData.ts'
import { sendAll } from '../support/requestCalls.ts'
import { openSecrecyWorld, type SecrecyWorld } from './support/openSecrecyWorld.ts'

/**
 * Payers and bank accounts with distinctive values in every field pass all stages of the sandbox, including its
 * failures. Then the test searches for these values in all places where the host leaves data.
 */
const TIMEOUT_MS = 240_000
const CURRENCIES = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
/** Words in a holder's name that select the offramp's outcome in the sandbox. */
const WAYS = ['', ' Bounce', ' Return', ' Retry', ' Fail']

const approved = plantPayer('zk4main')
const rejected = plantPayer('zk4shut')
const flawed = plantPayer('zk4flaw')
const people = [approved, rejected, flawed]

let world: SecrecyWorld
beforeAll(async () => {
  world = await openSecrecyWorld()
  await endChecks()
  const accounts = await approveAccounts()
  await refuseMuch(accounts)
  const requestIds = await payEach(accounts)
  await readAll(requestIds)
}, TIMEOUT_MS)
afterAll(() => world?.[Symbol.asyncDispose]())

const pathOf = ({ clientUserId }: PlantedPayer) => `/v2/payer/${encodeURIComponent(clientUserId)}`
const detailsOf = (person: PlantedPayer) => `${pathOf(person)}/payment-details`

const untilPayer = (person: PlantedPayer, facts: object) =>
  world.until(`${JSON.stringify(facts)} of a payer`, async () => {
    const told = await world.ok('GET', pathOf(person))
    return Object.entries(facts).every(([name, value]) => told[name] === value)
  })

/**
 * Completes the checks of three payers: the first is approved and signs, the second is rejected, the third fails and is submitted
 * again.
 */
async function endChecks(): Promise<void> {
  const retried = { 'idempotency-key': 'a key' }
  const { kycUrl, agreementUrl } = await world.ok('POST', '/v2/payer', approved.payer, retried)
  await world.ok('POST', '/v2/payer', approved.payer, retried)
  await world.visit(kycUrl)
  await untilPayer(approved, { kycStatus: 'approved', agreementStatus: 'pending' })
  await world.ok('PATCH', pathOf(approved), { agreementCompleted: false })
  await world.visit(agreementUrl, 'sign')
  await untilPayer(approved, { isCompliant: true })
  const other = await world.ok('POST', '/v2/payer', rejected.payer)
  await world.visit(other.kycUrl, 'reject')
  await untilPayer(rejected, { kycStatus: 'rejected' })
  const third = await world.ok('POST', '/v2/payer', flawed.payer)
  await world.visit(third.kycUrl, 'fail')
  await untilPayer(flawed, { kycStatus: 'failed' })
  await world.visit((await world.ok('POST', '/v2/payer', flawed.payer)).kycUrl, 'approve')
  await untilPayer(flawed, { kycStatus: 'approved' })
}

/**
 * Approves an account for each outcome, one unknown to its bank, and one of another payer; returns ids by the holder's name.
 */
async function approveAccounts(): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const add = async (name: string, person: PlantedPayer, change: object = {}) => {
    const body = { ...person.account, ...change }
    const headers = { 'idempotency-key': `account ${ids.size}` }
    const { payment_detail: detail } = await world.ok('POST', detailsOf(person), body, headers)
    ids.set(name, detail.id)
  }
  const { accountName, bankName } = approved.account
  for (const way of WAYS) await add(way, approved, { accountName: `${accountName}${way}` })
  await add('unknown', approved, { bankName: `${bankName} Reject` })
  await add('foreign', rejected)
  await world.until('the accounts to be checked', async () => {
    const { paymentDetails } = await world.ok('GET', detailsOf(approved))
    return paymentDetails.every(({ status }: { status: string }) => status !== 'pending')
  })
  return ids
}

async function createRequest(): Promise<string> {
  const body = { amount: '2.5', ...CURRENCIES, isCryptoToFiatAllowed: true }
  return (await world.ok('POST', '/v2/request', body)).requestId
}

/** Makes every call that accepts planted data, each with an invalid member. */
async function refuseMuch(accounts: Map<string, string>): Promise<void> {
  const { payer, account, clientUserId, secrets } = approved
  await world.refused('POST', '/v2/payer', { ...payer, city: `${payer['city']} again` })
  for (const [field, value] of Object.entries(payer)) {
    await world.refused('POST', '/v2/payer', { ...payer, [field]: [value] })
    await world.refused('POST', '/v2/payer', { ...rejected.payer, [field]: `${value}\n` })
  }
  for (const [field, value] of Object.entries(account)) {
    await world.refused('POST', detailsOf(approved), { ...account, [field]: [value] })
  }
  for (const field of ['iban', 'swiftBic', 'routingNumber', 'accountNumber', 'currency']) {
    const body = { ...account, [field]: `${account['accountNumber']}_` }
    await world.refused('POST', detailsOf(approved), body)
  }
  await world.refused('POST', '/v2/payer', payer, { 'x-api-key': `sk_${payer['ssn']}_0123456789` })
  await world.refused('GET', `${pathOf(approved)}-nobody`)
  await world.refused('POST', `${pathOf(approved)}-nobody/payment-details`, account)
  await world.refused('PATCH', pathOf(approved), { agreementCompleted: payer['ssn'] })
  await world.refused('GET', `${detailsOf(approved)}?paymentDetailsId=${account['accountNumber']}`)
  for (const page of ['kyc', 'agreement']) {
    const options = { unchecked: true, raw: `action=${secrets[0]}` }
    const path = `/sandbox/${page}/${secrets[0]}`
    expect((await world.call('POST', path, options)).status).toBeGreaterThanOrEqual(400)
  }
  for (const signature of ['', 'v1,bm8gc2lnbmF0dXJl']) {
    const body = { id: 'evt_1', kind: 'kyc', subject: secrets[0], status: secrets[1], payer }
    await world.refused('POST', '/v2/offramp/callbacks', body, { 'webhook-signature': signature })
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
  for (const query of wrong) await world.refused('GET', payPath(requestId, query))
}

function payPath(requestId: string, query: Record<string, string>): string {
  const wallet = world.chains.wallet('devnet', 1).account.address
  return `/v2/request/${requestId}/pay?${new URLSearchParams({ wallet, ...query })}`
}

/** Pays into each account, and waits until each offramp has ended. */
async function payEach(accounts: Map<string, string>): Promise<readonly string[]> {
  const { clientUserId } = approved
  const requestIds: string[] = []
  for (const way of WAYS) {
    const requestId = await createRequest()
    const paymentDetailsId = accounts.get(way) ?? ''
    const path = payPath(requestId, { clientUserId, paymentDetailsId })
    const { transactions } = await world.ok('GET', path)
    await sendAll(world.chains, 1, transactions)
    requestIds.push(requestId)
  }
  const ends = new Map<string, string>()
  await world.until('the money to reach its ends', async () => {
    for (const requestId of requestIds) {
      const { status } = await world.ok('GET', `/v2/request/${requestId}`)
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
  await world.until('everything to be reported', async () => {
    const bodies = world.sink.deliveries().map(({ rawBody }) => rawBody)
    return requestIds.every((id) => bodies.some((body) => body.includes(id) && isEnd(body)))
  })
  return requestIds
}

function isEnd(body: string): boolean {
  return body.includes('payment.confirmed') || body.includes('payment.failed')
}

/** Reads the merchant's data, through the console and with an API key. */
async function readAll(requestIds: readonly string[]): Promise<void> {
  await world.ok('GET', '/v1/payers', undefined, world.session)
  await world.ok('GET', '/v1/offramps', undefined, world.session)
  for (const requestId of requestIds) {
    await world.ok('GET', `/v1/offramps?requestId=${requestId}`, undefined, world.session)
    await world.ok('GET', `/v2/request/${requestId}/status`)
  }
  await world.ok('GET', '/v2/request')
  await world.ok('GET', '/v2/payments')
  const [webhook] = await world.ok('GET', '/v1/webhook', undefined, world.session)
  const path = `/v1/webhook/${webhook.id}/deliveries`
  const { deliveries } = await world.ok('GET', path, undefined, world.session)
  for (const { id } of deliveries) await world.ok('GET', `${path}/${id}`, undefined, world.session)
}

const NAMED = 'clientUserId'

describe('Personal data of payers and their accounts', () => {
  it('personal data of payers and their accounts is stored completely and sealed', async () => {
    const { db, dataSealer } = world.test.host.context
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

  it('personal data of payers and their accounts is in no log, column, webhook or rejection, and only in the intended responses', async () => {
    expect(await world.places.find(people)).toEqual([
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

  it('personal data of payers and their accounts would have been found: the host logged, rejected and sent many texts', () => {
    expect(world.places.logged()).toContain('"level":20')
    expect(world.places.logged()).toContain('"operation":"submitPayer"')
    expect(world.places.refusals().length).toBeGreaterThan(60)
    expect(world.sink.deliveries().length).toBeGreaterThan(60)
  })
})

describe('This test’s search', () => {
  const only = plantPayer('zk4only')

  it('this test’s search finds a value in one line of the log, in any encoding', async () => {
    expect(await world.places.find([only])).toEqual([])
    world.places.log.debug({ about: { deep: only.payer['phone'] } }, 'Told too much')
    world.places.log.trace(
      { url: `/x?name=${encodeURIComponent(only.clientUserId)}` },
      'Told too much',
    )
    world.places.log.trace(`Told ${Buffer.from(`${only.payer['ssn']}`).toString('base64')}`)
    expect(await world.places.find([only])).toEqual(['log: clientUserId', 'log: phone', 'log: ssn'])
  })

  it('this test’s search finds a value in any text column of any table', async () => {
    const { kysely } = world.test.host.context.db
    const city = only.payer['city'] ?? ''
    await kysely.updateTable('payment_details').set({ rejection_message: city }).execute()
    await kysely
      .updateTable('offramp_steps')
      .set({ reason: `of ${city}.` })
      .execute()
    await kysely.updateTable('offramps').set({ failure_reason: city.toUpperCase() }).execute()
    expect((await world.places.find([only])).filter((found) => found.startsWith('table'))).toEqual([
      'table offramp_steps: city',
      'table offramps: city',
      'table payment_details: city',
    ])
  })

  it('this test’s search finds a value in a rejection, and in its headers', async () => {
    const answer = { status: 400, headers: {}, text: '', json: undefined }
    world.places.hear('GET', '/v2/x/01', { ...answer, text: `no ${only.account['iban']}` })
    world.places.hear('GET', '/v2/y/01', {
      ...answer,
      headers: { link: only.account['bankName'] ?? '' },
    })
    expect(
      (await world.places.find([only])).filter((found) => found.startsWith('refusal')),
    ).toEqual(['refusal of GET /v2/x/{}: iban', 'refusal of GET /v2/y/{}: bankName'])
  })
})
