import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import {
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const DESTINATIONS = '/v1/payee-destination'
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const ROUTE = { tokenAddress: USDC, chainId: 31_337 }
const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const ONLY_PAYER = { allowedPayerAddresses: [PAYER] }

let test: TestHost
let page: Record<string, string>
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  page = pageHeaders((await test.createClientId()).clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

const edit = (token: string, body: object) => test.call('PATCH', `${LINKS}/${token}`, { body })
const pay = (token: string, wallet: string) =>
  test.call('GET', `${LINKS}/${token}/pay?wallet=${wallet}`, { anonymous: true, headers: page })
const statuses = async (token: string) => [
  (await pay(token, PAYER)).status,
  (await pay(token, STRANGER)).status,
]

/** Reads the stored policy and the revision as the merchant does. */
async function read(requestId: string) {
  const { json } = await test.call('GET', `${LINKS}?requestId=${requestId}`)
  const { accessPolicy, revision } = json
  return { accessPolicy, revision }
}

async function create(body: object = {}) {
  const { token, requestIds } = await test.createPayment({ requests: [usdcItem], ...body })
  return { token, requestId: requestIds[0] ?? '' }
}

async function openDestination(accessPolicy: object | null) {
  const wallet = await signInWallet(test)
  const call = (method: string, body?: object, path = '') =>
    test.call(method, `${DESTINATIONS}${path}`, {
      anonymous: true,
      headers: wallet.headers,
      ...(body && { body }),
    })
  const { status, json } = await call('POST', { ...ROUTE, accessPolicy })
  expect(status).toBe(201)
  return { call, record: json }
}

describe('An edit of a payment’s access policy', () => {
  it('an edit reserves a payment for wallets, replaces the list, and opens the payment again', async () => {
    const { token, requestId } = await create()
    expect(await statuses(token)).toEqual([200, 200])
    expect((await edit(token, { revision: 1, accessPolicy: ONLY_PAYER })).status).toBe(200)
    expect(await statuses(token)).toEqual([200, 403])
    expect(await read(requestId)).toMatchObject({ accessPolicy: ONLY_PAYER, revision: 2 })
    const other = { allowedPayerAddresses: [STRANGER.toLowerCase()], hidePayeeAddress: true }
    expect((await edit(token, { revision: 2, accessPolicy: other })).status).toBe(200)
    expect(await statuses(token)).toEqual([403, 200])
    expect((await read(requestId)).accessPolicy).toMatchObject({
      allowedPayerAddresses: [STRANGER],
      hidePayeeAddress: true,
    })
    expect((await edit(token, { revision: 3, accessPolicy: null })).status).toBe(200)
    expect(await statuses(token)).toEqual([200, 200])
    expect((await read(requestId)).accessPolicy).toBeNull()
  })

  it('an edit without the member keeps the policy', async () => {
    const { token, requestId } = await create({ accessPolicy: ONLY_PAYER })
    expect((await edit(token, { revision: 1, reference: 'A-1' })).status).toBe(200)
    expect((await read(requestId)).accessPolicy).toMatchObject(ONLY_PAYER)
  })

  it('an edit from a tab that read an earlier revision does not restore that tab’s policy', async () => {
    const { token, requestId } = await create({ accessPolicy: ONLY_PAYER })
    const strict = { allowedPayerAddresses: [SECOND_PAYEE] }
    expect((await edit(token, { revision: 1, accessPolicy: strict })).status).toBe(200)
    const stale = await edit(token, { revision: 1, accessPolicy: null })
    expect([stale.status, stale.json.code, stale.json.revision]).toEqual([
      409,
      'revision_conflict',
      2,
    ])
    expect((await read(requestId)).accessPolicy).toMatchObject(strict)
  })

  it.each([
    ['another chain’s address', { allowedPayerAddresses: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] }],
    ['no address', { allowedPayerAddresses: [] }],
    ['a screening that the host does not have', { mode: 'kyt_all_wallets' }],
    ['a text', 'open'],
  ])('an edit with %s is rejected at its field, and changes nothing', async (_, accessPolicy) => {
    const { token, requestId } = await create({ accessPolicy: ONLY_PAYER })
    const { status, json } = await edit(token, { revision: 1, accessPolicy, reference: 'B-1' })
    expect(status).toBe(400)
    expect(json.errors[0].field).toMatch(/^accessPolicy/)
    expect(await read(requestId)).toMatchObject({ accessPolicy: ONLY_PAYER, revision: 1 })
  })

  it('an edit does not avoid the rules of the payee’s destination, even of an inactive one', async () => {
    const { call, record } = await openDestination(ONLY_PAYER)
    const named = { destinationId: record.destinationId, amount: '5' }
    const { token, requestId } = await create({ requests: [named] })
    const strange = await edit(token, {
      revision: 1,
      accessPolicy: { allowedPayerAddresses: [STRANGER] },
    })
    expect(strange.json.errors[0]).toMatchObject({
      field: 'accessPolicy.allowedPayerAddresses',
      code: 'no_allowed_payer',
    })
    const { destinationId } = record
    expect((await call('PATCH', { destinationId }, '/deactivate')).status).toBe(200)
    expect((await edit(token, { revision: 1, accessPolicy: null })).status).toBe(200)
    expect((await read(requestId)).accessPolicy).toMatchObject(ONLY_PAYER)
    expect(await statuses(token)).toEqual([200, 403])
  })

  it('an edit of a reusable link applies to the payments that payers open later', async () => {
    const { token } = await create({ isReusable: true })
    const open = async () => {
      const { json } = await test.call('POST', `${LINKS}/${token}/open`, {
        anonymous: true,
        headers: page,
        body: {},
      })
      return String(json.token)
    }
    const before = await open()
    expect((await edit(token, { revision: 1, accessPolicy: ONLY_PAYER })).status).toBe(200)
    const after = await open()
    expect(await statuses(before)).toEqual([200, 200])
    expect(await statuses(after)).toEqual([200, 403])
  })
})

describe('The revision of a payee destination', () => {
  it('a change with the revision of an earlier read is rejected, and restores neither the route nor the rules', async () => {
    const { call, record } = await openDestination(null)
    expect(record.revision).toBe(1)
    const strict = await call('PUT', { ...ROUTE, accessPolicy: ONLY_PAYER, revision: 1 })
    expect([strict.status, strict.json.revision]).toEqual([200, 2])
    for (const body of [
      { ...ROUTE, accessPolicy: null, revision: 1 },
      { tokenAddress: DAI, chainId: 31_337, revision: 1 },
    ]) {
      const stale = await call('PUT', body)
      expect([stale.status, stale.json.code, stale.json.revision]).toEqual([
        409,
        'revision_conflict',
        2,
      ])
    }
    const { json } = await call('GET')
    expect(json).toMatchObject({ accessPolicy: ONLY_PAYER, tokenAddress: USDC, revision: 2 })
    expect((await call('PUT', { ...ROUTE, accessPolicy: null })).json.revision).toBe(3)
  })

  it('two simultaneous changes with one revision make one change', async () => {
    const { call } = await openDestination(null)
    const answers = await Promise.all(
      [PAYER, STRANGER].map((wallet) =>
        call('PUT', {
          ...ROUTE,
          accessPolicy: { allowedPayerAddresses: [wallet] },
          revision: 1,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await call('GET')).json.revision).toBe(2)
  })

  it('a change with the revision of a record does not change the record that replaced it', async () => {
    const { call, record } = await openDestination(null)
    const other = await call('POST', {
      tokenAddress: DAI,
      chainId: 31_337,
      accessPolicy: ONLY_PAYER,
    })
    expect(other.status).toBe(201)
    const stale = await call('PUT', { ...ROUTE, accessPolicy: null, revision: record.revision })
    expect([stale.status, stale.json.code]).toEqual([409, 'revision_conflict'])
    expect((await call('GET')).json).toMatchObject({ accessPolicy: ONLY_PAYER, tokenAddress: DAI })
  })
})
