import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvitation } from '../../host/src/auth/registration/createInvitation.ts'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, PASSWORD, readCookie, type SignedIn } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const LINK = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '12.5' }
const DAY_MS = 24 * 3_600_000
/** One US dollar for a token with six decimals: the rate has 18 decimals, and the value has eight. */
const DOLLAR_RATE = 10n ** 20n

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

type Member = SignedIn & { id: string }
type Access = Pick<SignedIn, 'headers'> | { headers: Record<string, string> }

const call = (by: Access, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers: by.headers, ...(body && { body }) })
const setLimit = (by: Access, limitInUsd: string | null) =>
  call(by, 'PUT', '/v1/approval-limit', { limitInUsd })
const createLink = (by: Access, body: object = {}) =>
  call(by, 'POST', `${LINKS}/payouts`, { ...LINK, ...body })
const pay = (by: Access, token: string) => call(by, 'GET', `${LINKS}/${token}/pay`)
const approve = (by: Access, id: string) => call(by, 'POST', `/v1/approvals/${id}/approve`)
const decline = (by: Access, id: string) => call(by, 'POST', `/v1/approvals/${id}/decline`)
const waitingOf = async (by: Access) =>
  (await call(by, 'GET', '/v1/approvals?status=waiting')).json.approvals

async function register(invitation: string) {
  const email = `${generatePrivateKey().slice(2, 18)}@example.test`
  const headers = { origin: test.host.context.config.authUrl }
  const body = { email, password: PASSWORD, invitation }
  const answer = await test.call('POST', '/v1/auth/register', { anonymous: true, headers, body })
  expect(answer.status).toBe(201)
  return { email, answer }
}

async function memberOf({ email, answer }: Awaited<ReturnType<typeof register>>): Promise<Member> {
  const headers = { cookie: readCookie(answer) ?? '', origin: test.host.context.config.authUrl }
  const { json } = await call({ headers }, 'GET', '/v1/members')
  const { id } = json.find((member: { email: string }) => member.email === email)
  return { tenantId: answer.json.tenantId, headers, id }
}

async function openMerchant(): Promise<Member> {
  const { context } = test.host
  const { row, url } = createInvitation(context, { joins: null, invitedBy: null })
  await context.db.kysely.insertInto('invitations').values(row).execute()
  return memberOf(await register(new URL(url).hash.replace('#invitation=', '')))
}

async function join(by: Member, role: string): Promise<Member> {
  const { json } = await call(by, 'POST', '/v1/invitations', { role })
  return memberOf(await register(new URL(json.url).hash.replace('#invitation=', '')))
}

/** Returns the owner and a finance member of a new merchant who has an approval limit for payouts. */
async function openTeam(limit = '1000') {
  const ana = await openMerchant()
  const bo = await join(ana, 'finance')
  expect(await setLimit(ana, limit)).toMatchObject({ status: 200 })
  return { ana, bo }
}

async function createKey(by: Member) {
  const { json } = await call(by, 'POST', '/v1/api-keys', { label: 'Server' })
  return { headers: { 'x-api-key': String(json.key) }, id: String(json.id) }
}

/** Creates a refund of 5 USDC that waits for the approval of a second member. */
async function waitWithRefund(by: Member) {
  stateChain(test)
  const payment = await seedPaid(
    {
      host: test.host,
      call: (method, path, options) => call(by, method, path, { ...Object(options?.body) }),
    },
    {},
    { reference: 'ORDER-9' },
  )
  await setLimit(by, '0')
  const { status, json } = await call(by, 'POST', `/v2/payments/${payment.id}/refunds`, {
    amount: '5',
    reason: 'Paid twice',
  })
  expect([status, json.status]).toEqual([202, 'waiting_for_approval'])
  return json
}

/** Values every token with six decimals at one US dollar. */
async function withDollars<T>(run: () => Promise<T>): Promise<T> {
  const { rates } = test.host.context
  const { latest } = rates
  rates.latest = async () => ({ rate: DOLLAR_RATE, maxAgeS: 0 }) as never
  try {
    return await run()
  } finally {
    rates.latest = latest
  }
}

describe('A payout link at or above the approval limit', () => {
  it('a payout link at or above the approval limit cannot be combined with others, before or after its approval', async () => {
    const ana = await openMerchant()
    const bo = await join(ana, 'finance')
    const other = await createLink(ana)
    await setLimit(ana, '1000')
    const { json } = await createLink(ana)
    expect(json.approvalId).toEqual(expect.any(String))
    const combine = () =>
      call(ana, 'POST', `${LINKS}/batch-payouts`, { tokens: [other.json.token, json.token] })
    const refused = { status: 400, json: { code: 'payout_not_combinable', token: json.token } }
    expect(await combine()).toMatchObject(refused)
    expect(await approve(bo, json.approvalId)).toMatchObject({ status: 200 })
    expect(await combine()).toMatchObject(refused)
    expect((await pay(ana, json.token)).status).toBe(200)
  })

  it('a payout link at or above the approval limit is payable only after a second member approves it', async () => {
    const { ana, bo } = await openTeam()
    const key = await createKey(ana)
    const { status, json } = await createLink(ana)
    expect([status, json.approvalId]).toEqual([201, expect.any(String)])
    const [requestId] = json.requestIds
    const held = { status: 409, json: { code: 'awaiting_approval', approvalStatus: 'waiting' } }
    for (const path of ['', '/pay']) {
      expect(await call(ana, 'GET', `${LINKS}/${json.token}${path}`)).toMatchObject(held)
    }
    expect(await call(key, 'GET', `/v2/request/${requestId}/pay`)).toMatchObject(held)
    const page = await (await fetch(`${test.host.url}/?token=${json.token}`)).text()
    expect(page).toContain('<secure-payment')
    expect(page).not.toContain('class="summary"')
    expect(
      await call(ana, 'POST', '/v2/payouts/batch', { requestIds: [requestId], payer: PAYER }),
    ).toMatchObject(held)
    expect(
      (await call(key, 'GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)).json,
    ).toEqual({ routes: [] })
    expect(await approve(ana, json.approvalId)).toMatchObject({
      status: 403,
      json: { code: 'own_approval' },
    })
    expect(await waitingOf(bo)).toMatchObject([
      {
        id: json.approvalId,
        kind: 'payout_link',
        worthInUsd: null,
        requestedBy: { memberId: ana.id, apiKeyId: null },
        securePaymentToken: json.token,
        payouts: [
          { requestId, payee: PAYEE, amount: '12.5', currency: 'USDC-devnet', refundId: null },
        ],
        mayApprove: true,
      },
    ])
    expect((await waitingOf(ana))[0].mayApprove).toBe(false)
    expect(await approve(bo, json.approvalId)).toMatchObject({
      status: 200,
      json: { status: 'approved', decidedBy: bo.id, mayApprove: false },
    })
    expect((await pay(ana, json.token)).json.transactions).toHaveLength(2)
    expect((await call(key, 'GET', `/v2/request/${requestId}/pay`)).status).toBe(200)
    expect(await approve(bo, json.approvalId)).toMatchObject({
      status: 409,
      json: { code: 'approval_decided', approvalStatus: 'approved' },
    })
  })

  it('an approval of a refund names the refund with its reason, and the reference of the refunded request', async () => {
    const { ana, bo } = await openTeam()
    const json = await waitWithRefund(ana)
    expect(await waitingOf(bo)).toMatchObject([
      {
        ...{ id: json.approvalId, kind: 'payout' },
        payouts: [
          {
            ...{ requestId: json.refundRequestId, reference: 'ORDER-9' },
            ...{ refundId: json.id, refundReason: 'Paid twice' },
          },
        ],
      },
    ])
  })

  it.each(['payee', 'payer'] as const)(
    'an approval shows the fee that the requester chose, and that the %s bears it',
    async (bearer) => {
      const { ana, bo } = await openTeam()
      const { status, json } = await call(bo, 'POST', '/v2/payouts', {
        ...{ payee: PAYEE, amount: '100', payerWallet: PAYER },
        ...{ invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' },
        ...{ feePercentage: '99', feeAddress: FEE_ADDRESS, defaultFeeBearer: bearer },
      })
      expect([status, json.status]).toEqual([202, 'awaiting_approval'])
      expect((await waitingOf(ana))[0].payouts).toMatchObject([
        { payee: PAYEE, amount: '100', fee: { amount: '99', address: FEE_ADDRESS, bearer } },
      ])
    },
  )

  it('a refund above the limit that was partly paid outside the service is cancelled when a member declines it', async () => {
    const { ana, bo } = await openTeam()
    const { id, approvalId, refundRequestId: request_id } = await waitWithRefund(ana)
    await seedMore(test, { request_id, credited_units: '2000000' })
    expect((await decline(bo, approvalId)).json.status).toBe('declined')
    expect((await call(ana, 'GET', `/v2/refunds/${id}`)).json).toMatchObject({
      ...{ status: 'cancelled', amountPaid: '2' },
    })
  })

  it('a payout above the limit is listed with 20 recipients, or with all if the list is filtered by a request', async () => {
    const { bo, ana } = await openTeam()
    const amounts = Array.from({ length: 25 }, (_, index) => `${index + 1}`)
    const payouts = amounts.map((amount) => ({ ...LINK, amount }))
    const body = { payouts }
    const { json } = await call(ana, 'POST', `${LINKS}/payouts`, body)
    const told = ({ payouts: all }: { payouts: { amount: string }[] }) =>
      all.map(({ amount }) => amount)
    const [listed] = await waitingOf(bo)
    expect([listed.requestIds.length, told(listed)]).toEqual([25, amounts.slice(0, 20)])
    const path = `/v1/approvals?requestId=${json.requestIds[24]}`
    const [asked] = (await call(bo, 'GET', path)).json.approvals
    expect([asked.id, told(asked)]).toEqual([json.approvalId, amounts])
    expect(told((await approve(bo, json.approvalId)).json)).toEqual(amounts)
  })

  it('a payout link at or above the approval limit is cancelled when a member, even its creator, declines it', async () => {
    const { ana, bo } = await openTeam()
    const key = await createKey(ana)
    for (const by of [ana, bo]) {
      const { json } = await createLink(ana)
      expect((await decline(by, json.approvalId)).json.status).toBe('declined')
      expect(await pay(ana, json.token)).toMatchObject({
        status: 410,
        json: { code: 'payment_not_payable' },
      })
      expect((await approve(bo, json.approvalId)).status).toBe(409)
      expect((await call(key, 'GET', `/v2/request/${json.requestIds[0]}/pay`)).status).toBe(410)
    }
    expect(await waitingOf(bo)).toEqual([])
  })

  it('a payout link at or above the approval limit returns the reason given by the member who declines it, as does the audit log', async () => {
    const { ana, bo } = await openTeam()
    const { json } = await createLink(ana)
    const path = `/v1/approvals/${json.approvalId}/decline`
    for (const reason of ['', 'x'.repeat(501), 'two\nlines', 7]) {
      expect(await call(bo, 'POST', path, { reason })).toMatchObject({
        status: 400,
        json: { errors: [{ field: 'reason' }] },
      })
    }
    expect(await waitingOf(bo)).toMatchObject([{ status: 'waiting', reason: null }])
    const reason = `=1+1 <b>Paid already</b> ${'é'.repeat(475)}`
    expect((await call(bo, 'POST', path, { reason })).json).toMatchObject({
      status: 'declined',
      reason,
    })
    const [listed] = (await call(ana, 'GET', '/v1/approvals?status=declined')).json.approvals
    expect(listed).toMatchObject({ id: json.approvalId, decidedBy: bo.id, reason })
    const { entries } = (await call(ana, 'GET', '/v2/audit-log')).json
    const reasons = entries.map((entry: { action: string; reason: string | null }) => [
      entry.action,
      entry.reason,
    ])
    const given = reasons.filter((each: (string | null)[]) => each[1] !== null)
    expect(given).toEqual([['approval.declined', reason]])
  })

  it('a payout link at or above the approval limit returns no reason if the member who declines it gives none, or if it is approved', async () => {
    const { ana, bo } = await openTeam()
    const declined = (await createLink(ana)).json.approvalId
    expect((await call(bo, 'POST', `/v1/approvals/${declined}/decline`, {})).json.reason).toBeNull()
    const approved = (await createLink(ana)).json.approvalId
    const sent = await call(bo, 'POST', `/v1/approvals/${approved}/approve`, { reason: 'No' })
    expect(sent.json).toMatchObject({ status: 'approved', reason: null })
  })

  it('a payout link at or above the approval limit can be cancelled while it waits for approval, and cannot be approved afterwards', async () => {
    const { ana, bo } = await openTeam()
    const { json } = await createLink(ana)
    expect((await call(ana, 'POST', `${LINKS}/${json.token}/cancel`)).status).toBe(200)
    expect(await approve(bo, json.approvalId)).toMatchObject({
      status: 409,
      json: { approvalStatus: 'cancelled' },
    })
    expect((await pay(ana, json.token)).status).toBe(410)
  })

  it('a payout link at or above the approval limit expires while it waits for approval', async () => {
    const { ana, bo } = await openTeam()
    const { json } = await createLink(ana)
    test.clock.advance(8 * DAY_MS)
    expect(await waitingOf(await signInAgain(bo))).toEqual([])
    expect(await approve(bo, json.approvalId)).toMatchObject({
      status: 409,
      json: { approvalStatus: 'expired' },
    })
  })

  it('a payout link at or above the approval limit cannot be approved by the creator of the API key that requested it', async () => {
    const { ana, bo } = await openTeam()
    const key = await createKey(ana)
    const { json } = await createLink(key)
    expect((await waitingOf(bo))[0]).toMatchObject({
      requestedBy: { memberId: ana.id, apiKeyId: key.id },
    })
    expect(await approve(ana, json.approvalId)).toMatchObject({ json: { code: 'own_approval' } })
    expect((await approve(bo, json.approvalId)).status).toBe(200)
    expect((await pay(key, json.token)).status).toBe(200)
  })

  it('a payout link at or above the approval limit cannot be created by a page, because no member is responsible for its client ID', async () => {
    const { ana } = await openTeam()
    const client = await call(ana, 'POST', '/v1/client-ids', {
      label: 'Page',
      allowedDomains: ['https://shop.example.test'],
      allowAnyPayee: true,
    })
    const page = { headers: { ...pageHeaders(client.json.clientId) } }
    expect(await createLink(page)).toMatchObject({
      status: 403,
      json: { code: 'payout_needs_approval' },
    })
    expect(await waitingOf(ana)).toEqual([])
  })

  it('a payout link at or above the approval limit needs a role that may pay out, and the same merchant account', async () => {
    const { ana } = await openTeam()
    const reader = await join(ana, 'read-only')
    const developer = await join(ana, 'developer')
    const { json } = await createLink(ana)
    for (const member of [reader, developer]) {
      expect(await approve(member, json.approvalId)).toMatchObject({
        status: 403,
        json: { code: 'scope_missing', scope: 'payouts' },
      })
    }
    const stranger = await openMerchant()
    expect((await approve(stranger, json.approvalId)).status).toBe(404)
    expect((await decline(stranger, 'x')).status).toBe(404)
    expect(await waitingOf(ana)).toHaveLength(1)
  })
})

describe('The value of payouts', () => {
  it('the value of payouts below the limit requires an approval once payouts within 24 hours add up to the limit', async () => {
    const { ana } = await openTeam('30')
    await withDollars(async () => {
      for (const expected of [undefined, undefined, expect.any(String)]) {
        expect((await createLink(ana)).json.approvalId).toEqual(expected)
      }
      expect((await createLink(ana, { amount: '4.99' })).json.approvalId).toBeUndefined()
      expect((await createLink(ana, { amount: '0.01' })).json.approvalId).toBeDefined()
      const worths = (await waitingOf(ana)).map((one: { worthInUsd: string }) => one.worthInUsd)
      expect(worths.toSorted()).toEqual(['0.01', '12.50'])
      test.clock.advance(DAY_MS)
      expect((await createLink(ana)).json.approvalId).toBeUndefined()
    })
  })

  it('the value of payouts counts concurrent payouts together', async () => {
    const { ana } = await openTeam('30')
    await withDollars(async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => createLink(ana)))
      expect(made.filter(({ json }) => json.approvalId === undefined)).toHaveLength(2)
    })
  })

  it('the value of payouts counts all recipients of a link', async () => {
    const { ana } = await openTeam('25')
    await withDollars(async () => {
      const body = { recipient: undefined, network: undefined, currency: undefined }
      const both = { ...body, amount: undefined, payouts: [LINK, LINK] }
      expect((await createLink(ana, both)).json.approvalId).toBeDefined()
      expect((await createLink(ana)).json.approvalId).toBeUndefined()
    })
  })

  it('the value of payouts is not computed without a limit', async () => {
    const ana = await openMerchant()
    const { json } = await createLink(ana)
    expect(Object.keys(json)).toEqual(['requestIds', 'securePaymentUrl', 'token', 'feePlan'])
    expect((await pay(ana, json.token)).status).toBe(200)
  })
})

describe('POST /v2/payouts above the approval limit', () => {
  const single = {
    payee: PAYEE,
    amount: '12.5',
    invoiceCurrency: 'USDC-devnet',
    paymentCurrency: 'USDC-devnet',
    payerWallet: PAYER,
  }

  it('POST /v2/payouts above the approval limit returns 202 without calldata, and the same response for the same Idempotency-Key', async () => {
    const { ana, bo } = await openTeam()
    const key = await createKey(ana)
    const headers = { ...key.headers, 'idempotency-key': 'payout-1' }
    const first = await call({ headers }, 'POST', '/v2/payouts', single)
    expect([first.status, first.json]).toEqual([
      202,
      {
        status: 'awaiting_approval',
        approvalId: expect.any(String),
        requestIds: [expect.any(String)],
        recurringPaymentId: null,
      },
    ])
    const again = await call({ headers }, 'POST', '/v2/payouts', single)
    expect([again.status, again.text]).toEqual([202, first.text])
    const path = `/v2/request/${first.json.requestIds[0]}/pay`
    expect((await call(key, 'GET', path)).status).toBe(409)
    expect((await approve(bo, first.json.approvalId)).status).toBe(200)
    expect((await call(key, 'GET', path)).json.transactions).toHaveLength(2)
  })

  it('GET /v2/request lists a payout with its approval and the reason for declining it', async () => {
    const { ana, bo } = await openTeam()
    const { json } = await call(ana, 'POST', '/v2/payouts', single)
    const approvals = async () => {
      const { requests } = (await call(ana, 'GET', '/v2/request?flow=pay')).json
      return requests.map((one: { approval: object | null }) => one.approval)
    }
    expect(await approvals()).toEqual([{ status: 'waiting', reason: null }])
    const path = `/v1/approvals/${json.approvalId}/decline`
    expect((await call(bo, 'POST', path, { reason: 'Paid already' })).status).toBe(200)
    expect(await approvals()).toEqual([{ status: 'declined', reason: 'Paid already' }])
  })

  it('POST /v2/payouts above the approval limit holds a batch of new requests as a whole', async () => {
    const { ana, bo } = await openTeam()
    const { payerWallet: _, ...item } = single
    const batch = { payer: PAYER, requests: [item, item] }
    const { status, json } = await call(ana, 'POST', '/v2/payouts/batch', batch)
    expect([status, json.requestIds.length]).toEqual([202, 2])
    const existing = { payer: PAYER, requestIds: json.requestIds }
    expect((await call(ana, 'POST', '/v2/payouts/batch', existing)).status).toBe(409)
    expect((await approve(bo, json.approvalId)).status).toBe(200)
    const paid = await call(ana, 'POST', '/v2/payouts/batch', existing)
    expect([paid.status, paid.json.batchPaymentTransaction.to]).toEqual([201, expect.any(String)])
  })

  it('POST /v1/pay above the approval limit returns 403, because payouts cannot wait in version 1 of the API', async () => {
    const { ana } = await openTeam()
    const key = await createKey(ana)
    const { payerWallet: _, ...body } = single
    expect(await call(key, 'POST', '/v1/pay', body)).toMatchObject({
      status: 403,
      json: { code: 'payout_needs_approval' },
    })
  })
})

describe('A member who has chosen approval notices', () => {
  it('a member who has chosen approval notices is notified once about each payout and each higher limit that waits for approval', async () => {
    const { ana, bo } = await openTeam()
    const { kysely } = test.host.context.db
    const at = new Date().toISOString()
    await kysely
      .insertInto('member_contacts')
      .values({
        member_id: bo.id,
        tenant_id: bo.tenantId,
        sealed_email: test.host.context.sealer.seal('email', 'bo@example.test'),
        verified_at: at,
        notices: '["approval_waiting"]',
        updated_at: at,
      })
      .execute()
    const { approvalId } = (await createLink(ana)).json
    const { waitingApprovalId } = (await setLimit(ana, '2000')).json
    const notices = await kysely
      .selectFrom('notices')
      .select(['kind', 'facts'])
      .where('tenant_id', '=', ana.tenantId)
      .execute()
    const kind = 'approval_waiting'
    expect(notices.map((notice) => [notice.kind, JSON.parse(notice.facts).approvalId])).toEqual(
      expect.arrayContaining([
        [kind, approvalId],
        [kind, waitingApprovalId],
      ]),
    )
    expect(notices).toHaveLength(2)
  })
})

describe('PUT /v1/approval-limit', () => {
  it('PUT /v1/approval-limit is open to owners only', async () => {
    const ana = await openMerchant()
    const admin = await join(ana, 'admin')
    const finance = await join(ana, 'finance')
    expect(await setLimit(admin, '1000')).toMatchObject({
      status: 403,
      json: { code: 'owner_only' },
    })
    expect(await setLimit(finance, '1000')).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'team' },
    })
    expect(await setLimit(ana, '0.001')).toMatchObject({ status: 400 })
  })

  it('PUT /v1/approval-limit lowers the limit at once, and raises it only with another member’s approval', async () => {
    const { ana, bo } = await openTeam('1000')
    expect((await setLimit(ana, '500')).json).toEqual({
      limitInUsd: '500.00',
      waitingApprovalId: null,
    })
    const first = (await setLimit(ana, '2000.5')).json
    expect(first).toEqual({ limitInUsd: '500.00', waitingApprovalId: expect.any(String) })
    const off = (await setLimit(ana, null)).json
    expect(off.limitInUsd).toBe('500.00')
    expect(await approve(bo, first.waitingApprovalId)).toMatchObject({
      status: 409,
      json: { approvalStatus: 'cancelled' },
    })
    expect(await approve(ana, off.waitingApprovalId)).toMatchObject({
      json: { code: 'own_approval' },
    })
    expect((await approve(bo, off.waitingApprovalId)).status).toBe(200)
    expect((await call(ana, 'GET', '/v1/approval-limit')).json).toEqual({
      limitInUsd: null,
      waitingApprovalId: null,
    })
    expect((await createLink(ana)).json.approvalId).toBeUndefined()
    const { json: log } = await call(ana, 'GET', '/v2/audit-log')
    expect(
      log.entries
        .map(({ action }: { action: string }) => action)
        .filter((action: string) => action.startsWith('approval'))
        .toSorted(),
    ).toEqual([
      'approval.approved',
      'approval_limit.changed',
      'approval_limit.changed',
      'approval_limit.changed',
      'approval_limit.requested',
      'approval_limit.requested',
    ])
  })

  it('PUT /v1/approval-limit keeps the limit when a member declines the change', async () => {
    const { ana, bo } = await openTeam()
    const { json } = await setLimit(ana, null)
    expect((await decline(bo, json.waitingApprovalId)).status).toBe(200)
    expect((await call(bo, 'GET', '/v1/approval-limit')).json.limitInUsd).toBe('1000.00')
  })

  it('PUT /v1/approval-limit switches the limit off at once for the only member who could approve', async () => {
    const ana = await openMerchant()
    await join(ana, 'developer')
    await setLimit(ana, '1000')
    expect((await setLimit(ana, null)).json).toEqual({ limitInUsd: null, waitingApprovalId: null })
  })
})

describe('Concurrent decisions', () => {
  it('only one of several concurrent decisions on two hosts succeeds', async () => {
    const neighbour = await test.startNeighbour(NO_LIMITS)
    try {
      const { ana, bo } = await openTeam()
      const cy = await join(ana, 'finance')
      for (let round = 0; round < 12; round += 1) {
        const { json } = await createLink(ana)
        const post = (place: Pick<TestHost, 'call' | 'host'>, by: Access, path: string) => {
          const headers = { ...by.headers, origin: place.host.context.config.authUrl }
          return place.call('POST', path, { anonymous: true, headers })
        }
        const answers = await Promise.all([
          post(test, bo, `/v1/approvals/${json.approvalId}/approve`),
          post(neighbour, cy, `/v1/approvals/${json.approvalId}/decline`),
          post(neighbour, cy, `/v1/approvals/${json.approvalId}/approve`),
        ])
        const won = answers.filter(({ status }) => status === 200)
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
        const status = (await pay(ana, json.token)).status
        expect([won[0]?.json.status, status]).toSatisfy(
          ([decision, code]) => (decision === 'approved') === (code === 200),
        )
      }
    } finally {
      await neighbour[Symbol.asyncDispose]()
    }
  })

  it('concurrent decisions never leave a cancelled payout payable', async () => {
    const { ana, bo } = await openTeam()
    for (let round = 0; round < 12; round += 1) {
      const { json } = await createLink(ana)
      const [decided, cancelled] = await Promise.all([
        approve(bo, json.approvalId),
        call(ana, 'POST', `${LINKS}/${json.token}/cancel`),
      ])
      expect([decided.status, cancelled.status]).toSatisfy(
        ([first, second]) => second === 200 && (first === 200 || first === 409),
      )
      expect((await pay(ana, json.token)).status).toBe(410)
    }
  })
})

/** Returns the member, whose session is still valid: sessions of accounts last longer than a week. */
async function signInAgain(member: Member): Promise<Member> {
  expect((await call(member, 'GET', '/v1/auth/session')).status).toBe(200)
  return member
}

describe('A payout’s fee under an approval limit', () => {
  const fee = { feePercentage: '100', feeAddress: FEE_ADDRESS }

  it('the payer cannot add a fee to a payout that was approved or is below the limit', async () => {
    const { ana, bo } = await openTeam('30')
    const key = await createKey(ana)
    const above = (await createLink(ana, { amount: '500' })).json
    expect((await approve(bo, above.approvalId)).status).toBe(200)
    const below = await withDollars(async () => (await createLink(ana)).json)
    expect(below.approvalId).toBeUndefined()
    for (const { requestIds } of [above, below]) {
      const query = new URLSearchParams(fee)
      const refused = { status: 403, json: { code: 'fee_not_allowed' } }
      expect(await call(key, 'GET', `/v2/request/${requestIds[0]}/pay?${query}`)).toMatchObject(
        refused,
      )
      const batch = { payer: PAYER, requestIds, ...fee }
      expect(await call(key, 'POST', '/v2/payouts/batch', batch)).toMatchObject(refused)
      expect((await call(key, 'GET', `/v2/request/${requestIds[0]}/pay`)).status).toBe(200)
    }
  })
})
