import { randomUUID } from 'node:crypto'
import { createUlid } from '@secure-payment/core'
import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { verifyCalldata } from '@secure-payment/core/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const BATCH = `${LINKS}/batch-payouts`
const MULTICALL = `${LINKS}/multicall-payouts`
const payout = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '12.5' }
const second = { ...payout, recipient: SECOND_PAYEE, amount: '2.5' }
const USDC = getCurrency('USDC-devnet').currency.address

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_NETWORKS: 'devnet,devnet-b' })
})
afterAll(() => test[Symbol.asyncDispose]())

type Headers = Record<string, string>
type Link = { token: string; requestId: string }

const post = (path: string, body: object, headers?: Headers) =>
  test.call('POST', path, headers ? { anonymous: true, headers, body } : { body })
const get = (path: string, headers?: Headers) =>
  test.call('GET', path, headers ? { anonymous: true, headers } : {})

async function createLink(body: object = payout, headers?: Headers): Promise<Link> {
  const { status, json, text } = await post(`${LINKS}/payouts`, body, headers)
  if (status !== 201) throw new Error(text)
  return { token: json.token, requestId: json.requestIds[0] }
}
const createLinks = (...bodies: object[]) => Promise.all(bodies.map((body) => createLink(body)))
const combine = (links: readonly Link[], headers?: Headers) =>
  post(BATCH, { tokens: links.map(({ token }) => token) }, headers)

const newAttempt = () => ({
  attemptId: randomUUID(),
  chain: 'devnet',
  token: 'USDC',
  wallet: PAYER,
  calldataHash: `0x${'5b'.repeat(32)}`,
})
const problemOf = async (call: Promise<{ status: number; json: Record<string, unknown> }>) => {
  const { status, json } = await call
  return [status, json['code'], json['reason'] ?? null]
}
const refused = (reason: string) => [400, 'payout_not_combinable', reason]

describe('POST /v2/secure-payments/batch-payouts', () => {
  it('POST /v2/secure-payments/batch-payouts moves the requests of the links to one link, in their order', async () => {
    const links = await createLinks(payout, second)
    const { status, json } = await post(BATCH, {
      tokens: links.map(({ token }) => token),
      redirectUrl: 'https://shop.example.test/done',
      redirectLabel: 'Back',
    })
    expect([status, json]).toEqual([
      201,
      {
        requestIds: links.map(({ requestId }) => requestId),
        securePaymentUrl: `${test.host.url}/?token=${json.token}`,
        token: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        feePlan: null,
      },
    ])
    expect((await get(`${LINKS}/${json.token}`)).json).toMatchObject({
      paymentType: 'batch',
      flow: 'pay',
      status: 'pending',
      payees: [PAYEE, SECOND_PAYEE],
      amounts: ['12.5', '2.5'],
      requestIds: json.requestIds,
      redirectUrl: 'https://shop.example.test/done',
    })
    const { entries } = (await get('/v2/audit-log?action=payout_link.created')).json
    expect(entries.map(({ objectId }: { objectId: string }) => objectId)).toContain(json.token)
  })

  it('POST /v2/secure-payments/batch-payouts keeps the payment references, so the calldata of an earlier link pays the same request', async () => {
    const links = await createLinks(payout, second)
    const items = await Promise.all(
      links.map(async ({ token }) => (await get(`${LINKS}/${token}`)).json.items[0]),
    )
    const { json } = await combine(links)
    const calldata = (await get(`${LINKS}/${json.token}/pay`)).json
    const expected = items.map(({ payee, paymentReference }, index) => ({
      payee,
      token: USDC,
      amountUnits: index === 0 ? 12_500_000n : 2_500_000n,
      paymentReference,
      feeUnits: 0n,
      feeAddress: null,
    }))
    const network = getNetwork('devnet')
    verifyCalldata({ network, items: expected, payer: null }, [
      ...calldata.ERC20ApprovalTransactions,
      calldata.batchPaymentTransaction,
    ])
    // The payment of an earlier link arrives: the new link pays only the rest.
    const [first] = links
    const paid = { token: json.token, requestId: first?.requestId ?? '', paidUnits: 12_500_000n }
    await markPaid(test.host, paid)
    const rest = (await get(`${LINKS}/${json.token}/pay`)).json
    verifyCalldata({ network, items: expected.slice(1), payer: null }, [
      ...rest.ERC20ApprovalTransactions,
      rest.batchPaymentTransaction,
    ])
  })

  it('POST /v2/secure-payments/batch-payouts ends the earlier links for every step of a payer', async () => {
    const links = await createLinks(payout, second)
    await combine(links)
    for (const { token, requestId } of links) {
      const read = await get(`${LINKS}/${token}`)
      expect(read.json).toMatchObject({
        code: 'payment_not_payable',
        paymentStatus: 'invalidated',
        message: expect.stringContaining('part of a combined payout, which has its own link.'),
        payment: { requestIds: [requestId] },
      })
      expect(read.status).toBe(410)
      expect((await get(`${LINKS}/${token}/pay`)).status).toBe(410)
      const attempt = newAttempt()
      expect((await post(`${LINKS}/${token}/attempts`, attempt)).status).toBe(410)
      expect((await post(`${LINKS}/${token}/cancel`, {})).status).toBe(404)
      expect((await get(`/v2/request/${requestId}`)).json.status).toBe('created')
    }
  })

  it('POST /v2/secure-payments/batch-payouts returns the same link for the same Idempotency-Key, and rejects combined links', async () => {
    const links = await createLinks(payout, second)
    const body = { tokens: links.map(({ token }) => token) }
    const headers = { 'idempotency-key': randomUUID() }
    const first = await test.call('POST', BATCH, { body, headers })
    const again = await test.call('POST', BATCH, { body, headers })
    expect([again.status, again.json]).toEqual([201, first.json])
    expect(await problemOf(combine(links))).toEqual(refused('secure_payment_not_pending'))
    const other = await createLink()
    const batch = { token: first.json.token, requestId: '' }
    expect(await problemOf(combine([other, batch]))).toEqual(refused('not_single_payment'))
  })

  it('two simultaneous calls combine a link once', async () => {
    const [shared, left, right] = await createLinks(payout, second, second)
    if (shared === undefined || left === undefined || right === undefined) throw new Error()
    const answers = await Promise.all([combine([shared, left]), combine([shared, right])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  it('the new link expires at the earliest expiry of the earlier links', async () => {
    const hour = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const links = await createLinks(payout, { ...second, expiresAt: hour })
    const { json } = await combine(links)
    expect((await get(`${LINKS}/${json.token}`)).json.expiresAt).toBe(hour)
    test.clock.advance(3_600_001)
    expect((await get(`${LINKS}/${json.token}/pay`)).status).toBe(403)
    const pay = await get(`/v2/request/${json.requestIds[0]}/pay?wallet=${PAYER}`)
    expect(pay.json.code).toBe('payment_expired')
  })

  it('the new link accepts only wallets that every earlier link accepts', async () => {
    const policy = (...allowedPayerAddresses: string[]) => ({
      accessPolicy: { allowedPayerAddresses },
    })
    const links = await createLinks(
      { ...payout, ...policy(PAYER, PAYEE) },
      { ...second, ...policy(PAYER) },
    )
    const { json } = await combine(links)
    expect((await get(`${LINKS}/${json.token}/pay?wallet=${PAYER}`)).status).toBe(200)
    expect((await get(`${LINKS}/${json.token}/pay?wallet=${PAYEE}`)).status).toBe(403)
    const apart = await createLinks(
      { ...payout, ...policy(PAYER) },
      { ...second, ...policy(PAYEE) },
    )
    const { status, json: problem } = await combine(apart)
    expect([status, problem.errors[0]]).toMatchObject([400, { code: 'no_allowed_payer' }])
  })
})

describe('The earlier links of a combined payout', () => {
  const pageOf = async (allowed: object = {}) => {
    const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: true, ...allowed }
    return pageHeaders((await test.createClientId(body)).clientId)
  }
  const listOwn = async (own: Headers, query = '') =>
    (await get(`${LINKS}?flow=pay${query}`, own)).json.securePayments

  it('the list names the combined link at each earlier link, with its state, and counts each payout once without these entries', async () => {
    const { apiKey } = await test.createTenant()
    const own = { 'x-api-key': apiKey }
    const links = [await createLink(payout, own), await createLink(second, own)]
    const { json } = await combine(links, own)
    const combinedInto = {
      token: json.token,
      securePaymentUrl: json.securePaymentUrl,
      status: 'pending',
    }
    const listed = await listOwn(own)
    expect(listed).toHaveLength(3)
    for (const { token, requestId } of links) {
      expect(listed.find((one: Link) => one.token === token)).toMatchObject({
        status: 'invalidated',
        itemCount: 1,
        combinedInto,
        items: [{ requestId, status: 'created' }],
      })
    }
    const counted = listed.filter((one: { combinedInto: object }) => one.combinedInto === null)
    expect(counted.map((one: Link) => one.token)).toEqual([json.token])
    expect(await listOwn(own, '&status=pending')).toHaveLength(1)
    await markPaid(test.host, {
      token: json.token,
      requestId: links[0]?.requestId ?? '',
      paidUnits: 12_500_000n,
    })
    await post(`${LINKS}/${json.token}/cancel`, {}, own)
    const paid = (await listOwn(own)).find((one: Link) => one.token === links[0]?.token)
    expect(paid.items[0]).toMatchObject({ status: 'paid', amountPaid: '12.5' })
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', json.token)
      .execute()
    const last = (await listOwn(own)).find((one: Link) => one.token === links[1]?.token)
    expect(last.combinedInto.status).toBe('completed')
  })

  it('only the merchant’s own credentials receive the combined link; a page with an earlier link’s token receives its state', async () => {
    const page = await pageOf()
    const links = [await createLink(payout, page), await createLink(second, page)]
    const { json } = await combine(links, page)
    const token = links[0]?.token ?? ''
    const told = (await get(`${LINKS}/${token}`)).json
    expect(told.payment.combinedInto).toEqual({
      token: json.token,
      securePaymentUrl: json.securePaymentUrl,
      status: 'pending',
    })
    expect(told.message).toContain(`Use ${json.securePaymentUrl}.`)
    for (const path of ['', '/pay']) {
      const { status, text, json: problem } = await get(`${LINKS}/${token}${path}`, page)
      expect([status, problem.payment.combinedInto]).toEqual([410, { status: 'pending' }])
      expect(text).not.toContain(json.token)
      expect(text).not.toContain(SECOND_PAYEE)
    }
  })

  it('a cancelled payout link has no combined link', async () => {
    const { token } = await createLink()
    await post(`${LINKS}/${token}/cancel`, {})
    const { json } = await get(`${LINKS}/${token}`)
    expect(json.message).toMatch(/^The merchant cancelled this payout\./)
    expect(json.payment.combinedInto).toBeUndefined()
  })
})

describe('A link that cannot be combined', () => {
  const withOther = async (link: Link) => combine([await createLink(second), link])

  it('a link whose payment a wallet has begun or sent is rejected, and stays payable', async () => {
    const begun = await createLink()
    const attempt = newAttempt()
    expect((await post(`${LINKS}/${begun.token}/attempts`, attempt)).status).toBe(201)
    expect(await problemOf(withOther(begun))).toEqual(refused('request_processing'))
    expect((await get(`${LINKS}/${begun.token}`)).status).toBe(200)
    const seen = await createLink()
    await markSeen(test.host, { requestId: seen.requestId, units: 12_500_000n, depth: 1n })
    expect(await problemOf(withOther(seen))).toEqual(refused('request_processing'))
    const paid = await createLink()
    await markPaid(test.host, { ...paid, paidUnits: 12_500_000n })
    expect(await problemOf(withOther(paid))).toEqual(refused('already_paid'))
    const partly = await createLink()
    await markPaid(test.host, { ...partly, paidUnits: 1n })
    expect(await problemOf(withOther(partly))).toEqual(refused('already_paid'))
  })

  it('a cancelled or expired link, a link with several payouts, and a link that receives money are rejected', async () => {
    const cancelled = await createLink()
    await post(`${LINKS}/${cancelled.token}/cancel`, {})
    expect(await problemOf(withOther(cancelled))).toEqual(refused('secure_payment_not_pending'))
    const several = await createLink({ payouts: [payout, second] })
    expect(await problemOf(withOther(several))).toEqual(refused('not_single_payment'))
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem] })
    const incoming = { token, requestId: requestIds[0] ?? '' }
    expect(await problemOf(withOther(incoming))).toEqual(refused('not_outgoing'))
    const expired = await createLink({
      ...payout,
      expiresAt: new Date(test.clock.now().getTime() + 3_600_000).toISOString(),
    })
    test.clock.advance(3_600_001)
    expect(await problemOf(withOther(expired))).toEqual(refused('secure_payment_expired'))
  })

  it('links on several networks, one link twice, and one link alone are rejected', async () => {
    const here = await createLink()
    const there = await createLink({ ...payout, network: 'devnet-b', currency: 'USDC-devnet-b' })
    expect((await combine([here, there])).json.code).toBe('mixed_networks')
    const twice = await combine([here, here])
    expect([twice.status, twice.json.errors[0]]).toMatchObject([
      400,
      { field: 'tokens[1]', code: 'duplicate' },
    ])
    expect((await combine([here])).status).toBe(400)
  })

  it('an unknown link, another merchant’s link, and another client ID’s link are not found, and a page redirects only to its own domains', async () => {
    const own = await createLink()
    const unknown = { token: createUlid(0, new Uint8Array(10)), requestId: '' }
    expect((await combine([own, unknown])).status).toBe(404)
    const { apiKey } = await test.createTenant()
    const foreign = await createLink(payout, { 'x-api-key': apiKey })
    const answer = await combine([own, foreign])
    expect([answer.status, answer.json.code]).toEqual([404, 'secure_payment_not_found'])
    const allowed = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: true }
    const page: Headers = { ...pageHeaders((await test.createClientId(allowed)).clientId) }
    const links = [await createLink(payout, page), await createLink(second, page)]
    expect((await combine([links[0] ?? own, own], page)).status).toBe(404)
    const tokens = links.map(({ token }) => token)
    const elsewhere = { tokens, redirectUrl: 'https://thief.example.test/' }
    const { json: problem } = await post(BATCH, elsewhere, page)
    expect(problem.errors).toMatchObject([{ field: 'redirectUrl', code: 'redirect_not_allowed' }])
    expect((await combine(links, page)).status).toBe(201)
  })
})

describe('A multicall payout', () => {
  const create = (links: readonly Link[], more: object = {}) =>
    post(MULTICALL, { childTokens: links.map(({ token }) => token), ...more })

  it('a multicall payout lists the earlier links, and the state of each payout', async () => {
    const links = await createLinks({ ...payout, reference: 'SALARY-1' }, second)
    const { status, json } = await create(links, { requestedExecutionKind: 'evm_same_chain' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ type: 'multicall', status: 'pending' })
    expect(json.items).toEqual(
      links.map(({ token, requestId }, position) => ({
        securePaymentToken: token,
        requestId,
        position,
        eligibility: 'eligible',
      })),
    )
    const state = (await get(`${MULTICALL}/${json.token}`)).json
    expect(state).toMatchObject({
      paymentType: 'multicall',
      status: 'pending',
      canExecute: true,
      requestIds: links.map(({ requestId }) => requestId),
      children: [
        {
          securePaymentToken: links[0]?.token,
          amount: '12.5',
          payee: PAYEE,
          reference: 'SALARY-1',
        },
        { securePaymentToken: links[1]?.token, amount: '2.5', payee: SECOND_PAYEE },
      ],
      totals: {
        childCount: 2,
        blockedChildCount: 0,
        byDestinationCurrency: [{ network: 'devnet', currency: 'USDC-devnet', totalAmount: '15' }],
        amountSummary: { grossAmount: '15', totalFees: '0', payerTotal: '15' },
      },
    })
    expect((await get(`${LINKS}/${json.token}/pay`)).status).toBe(200)
  })

  it('a multicall payout follows its payments: one is seen, one is paid, then all are paid', async () => {
    const links = await createLinks(payout, second)
    const { token } = (await create(links)).json
    const read = async () => (await get(`${MULTICALL}/${token}`)).json
    const reasons = async () =>
      (await read()).children.map(({ blockReason }: { blockReason: string }) => blockReason)
    const [first, last] = links.map(({ requestId }) => requestId)
    await markSeen(test.host, { requestId: first ?? '', units: 12_500_000n, depth: 1n })
    expect(await reasons()).toEqual(['request_processing', null])
    expect((await read()).canExecute).toBe(false)
    await test.host.context.db.kysely.deleteFrom('pending_payments').execute()
    await markPaid(test.host, { token, requestId: first ?? '', paidUnits: 12_500_000n })
    expect(await read()).toMatchObject({ status: 'partially_settled', canExecute: true })
    expect(await reasons()).toEqual(['already_paid', null])
    await markPaid(test.host, { token, requestId: last ?? '', paidUnits: 2_500_000n })
    expect(await read()).toMatchObject({ status: 'completed', canExecute: false })
  })

  it('a multicall payout in several currencies has a total for each, and no sum', async () => {
    const dai = { ...second, currency: 'DAI-devnet' }
    const { token } = (await create(await createLinks(payout, dai))).json
    const { totals } = (await get(`${MULTICALL}/${token}`)).json
    expect(totals.amountSummary).toBeNull()
    expect(totals.byDestinationCurrency).toEqual([
      { network: 'devnet', currency: 'USDC-devnet', totalAmount: '12.5' },
      { network: 'devnet', currency: 'DAI-devnet', totalAmount: '2.5' },
    ])
  })

  it('GET on a multicall payout returns 404 for the token of a batch, of an earlier link or of another merchant', async () => {
    const links = await createLinks(payout, second)
    const { json } = await combine(links)
    expect((await get(`${MULTICALL}/${json.token}`)).status).toBe(404)
    const multicall = (await create(await createLinks(payout, second))).json
    expect((await get(`${MULTICALL}/${multicall.items[0].securePaymentToken}`)).status).toBe(404)
    const { apiKey } = await test.createTenant()
    expect((await get(`${MULTICALL}/${multicall.token}`, { 'x-api-key': apiKey })).status).toBe(404)
  })

  it('a multicall payout over several networks or on Tron is rejected', async () => {
    const links = await createLinks(payout, second)
    for (const requestedExecutionKind of ['evm_cross_chain', 'tron_batch']) {
      const { status, json } = await create(links, { requestedExecutionKind })
      expect([status, json.errors[0].field]).toEqual([400, 'requestedExecutionKind'])
    }
  })
})

describe('The lists of links that combine payouts', () => {
  it('each list contains the merchant’s links of its kind, newest first, in pages', async () => {
    const { apiKey } = await test.createTenant()
    const own = { 'x-api-key': apiKey }
    const combineOwn = async (path: string, member: string) => {
      const links = [await createLink(payout, own), await createLink(second, own)]
      test.clock.advance(1)
      return String(
        (await post(path, { [member]: links.map(({ token }) => token) }, own)).json.token,
      )
    }
    const batches: string[] = []
    for (let times = 0; times < 3; times += 1) batches.unshift(await combineOwn(BATCH, 'tokens'))
    const multicall = await combineOwn(MULTICALL, 'childTokens')
    const first = (await get(`${BATCH}?limit=2`, own)).json
    const rest = (await get(`${BATCH}?limit=2&cursor=${first.nextCursor}`, own)).json
    const listed = [...first.securePayments, ...rest.securePayments]
    expect(listed.map(({ token }: Link) => token)).toEqual(batches)
    expect([first.securePayments.length, rest.nextCursor]).toEqual([2, null])
    expect(listed[0]).toMatchObject({ flow: 'pay', paymentType: 'batch', itemCount: 2 })
    expect(listed[0].items[0].requestId).toMatch(/^01/)
    const multicalls = (await get(MULTICALL, own)).json
    expect(multicalls.securePayments.map(({ token }: Link) => token)).toEqual([multicall])
    await post(`${LINKS}/${batches[0]}/cancel`, {}, own)
    const ended = (await get(`${BATCH}?status=invalidated`, own)).json.securePayments
    expect(ended.map(({ token }: Link) => token)).toEqual([batches[0]])
  })

  it('the lists reject a client ID, a wrong cursor and an unknown status', async () => {
    const { clientId } = await test.createClientId()
    for (const path of [BATCH, MULTICALL]) {
      expect((await get(path, pageHeaders(clientId))).status).toBe(403)
      expect((await get(`${path}?cursor=x`)).json.errors[0].field).toBe('cursor')
      expect((await get(`${path}?status=paid`)).json.errors[0].field).toBe('status')
    }
  })
})
