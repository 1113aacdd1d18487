import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { cleanUp } from '../../host/src/jobs/cleanUp.ts'
import { acquireLease } from '../../host/src/leases/leases.ts'
import { addNotices, approvalNotice } from '../../host/src/notices/addNotices.ts'
import { tellNotices } from '../../host/src/notices/tellNotices.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { revokePayments } from '../../host/src/payments/revokePayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { claim as claimDeliveries } from '../../host/src/webhooks/claim.ts'
import { markDeliveries } from '../../host/src/webhooks/markDeliveries.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { readMails } from '../support/readMails.ts'
import { createEndpoint, createRequests, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, startOutbox } from './support/startOutbox.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const UNITS = 1_000_000n
const HOUR_MS = 3_600_000
const ALL = ['payment_received', 'payment_problem', 'webhook_failing']

let outbox: Outbox
let requests: Row<'requests'>[]

beforeEach(async () => {
  outbox = await startOutbox()
  const wanted = { payee: PAYEE, token: null, units: UNITS }
  requests = await createRequests(outbox.context, getNetwork('devnet'), [wanted, wanted, wanted])
})

afterEach(() => outbox[Symbol.asyncDispose]())

/** Stores a member's contact, as the member's own calls would. */
async function addMember(
  id: string,
  notices: readonly string[],
  facts: { isVerified?: boolean; tenantId?: string } = {},
): Promise<void> {
  const at = outbox.context.now().toISOString()
  await outbox.context.db.kysely
    .insertInto('member_contacts')
    .values({
      member_id: id,
      tenant_id: facts.tenantId ?? TENANT_ID,
      sealed_email: outbox.context.sealer.seal('email', `${id}@example.test`),
      verified_at: facts.isVerified === false ? null : at,
      notices: JSON.stringify(notices),
      updated_at: at,
    })
    .execute()
}

function payment(units: bigint, change: Partial<DetectedPayment> = {}): DetectedPayment {
  return {
    requestId: requests[0]?.id ?? '',
    tenantId: TENANT_ID,
    network: 'devnet',
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: outbox.context.now().toISOString(),
    payer: PAYEE,
    payee: PAYEE,
    tokenAddress: null,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    ...PLAIN_PAYMENT,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
    ...change,
  }
}

const record = (...payments: DetectedPayment[]) =>
  outbox.context.db.transaction((tx) =>
    recordFacts(outbox.context, tx, { network: 'devnet', payments, unmatched: [] }),
  )

async function revoke(blockNumber: bigint): Promise<void> {
  const { context } = outbox
  await acquireLease(context, 'watch', 'tests').then(async (lease) => {
    if (lease === null) throw new Error('the lease is taken')
    const cursor = { blockNumber, blockHash: `0x${'00'.repeat(32)}` }
    await revokePayments(context, { network: 'devnet', lease, cursor })
  })
}

async function tell(): Promise<void> {
  while ((await tellNotices(outbox.context)).more);
}

/** Returns the e-mails so far, as `name: subject`. */
async function told(): Promise<string[]> {
  await tell()
  const mails = await readMails({ host: { context: outbox.context } })
  return mails.map(({ to, subject }) => `${to.split('@')[0]}: ${subject.split(':')[0]}`).toSorted()
}

describe('Notices about payments', () => {
  test('notices go once to each member who has chosen them, at a verified address', async () => {
    await addMember('ana', ALL)
    await addMember('bo', ['payment_received'])
    await addMember('cleo', ['payment_problem'])
    await addMember('dan', [])
    await addMember('eve', ALL, { isVerified: false })
    await addMember('fay', ALL, { tenantId: 'another tenant' })
    await record(payment(UNITS))
    await record(payment(UNITS))
    expect(await told()).toEqual(['ana: Payment received', 'bo: Payment received'])
    await Promise.all([tell(), tell()])
    expect(await told()).toHaveLength(2)
  })

  test('notices contain the amount, the reference and the link, but never text that acts as a header, link or markup', async () => {
    const reference = 'PO 7 <b>https://evil.example.test</b>'
    await outbox.context.db.kysely
      .updateTable('requests')
      .set({ reference, customer_info: '{"firstName":"planted-name","email":"x@planted.test"}' })
      .execute()
    await addMember('ana', ALL)
    await record(payment(UNITS))
    await tell()
    const [mail] = await readMails({ host: { context: outbox.context } })
    const { authUrl } = outbox.context.config
    expect(mail?.text).toContain(`${authUrl}/console/payments/${requests[0]?.id}`)
    expect(mail?.text).toContain('“PO 7 <b>https[:]//evil[.]example[.]test</b>”')
    expect(mail?.html).not.toContain('<b>')
    expect(JSON.stringify(mail)).not.toContain('planted')
    const url = `${authUrl}/console/payments/${requests[0]?.id}`
    expect(mail?.html.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([`<a href="${url}">${url}</a>`])
    expect(mail?.subject).toMatch(/^Payment received: [\d.]+ ETH$/)
    expect(mail?.text).toMatch(/^Requested amount: [\d.]+ ETH$/m)
    expect(mail?.text).toMatch(/^Network: Devnet$/m)
    expect(mail?.text).not.toContain('Overpaid')
  })

  test('notices of overpaid requests contain the excess amount, even after a second payment', async () => {
    await addMember('ana', ['payment_problem'])
    await record(payment(UNITS + 5n * 10n ** 17n))
    await record(payment(25n * 10n ** 16n, { logIndex: 1 }))
    await told()
    const mails = await readMails({ host: { context: outbox.context } })
    const lines = mails.map(({ text }) => /^Overpaid by: .*$/m.exec(text)?.[0])
    expect(lines.toSorted()).toEqual(['Overpaid by: 0.5 ETH', 'Overpaid by: 0.75 ETH'])
  })

  test('notices report late, double and excessive payments, but not dust', async () => {
    await addMember('ana', ['payment_problem'])
    await record(payment(UNITS, { isLate: true }))
    expect(await told()).toEqual(['ana: Late payment'])
    await record(payment(UNITS / 10_000n - 1n, { logIndex: 1 }))
    expect(await told()).toHaveLength(1)
    await record(payment(UNITS, { logIndex: 2 }))
    expect((await told()).at(-1)).toBe('ana: Payment above the amount')
    await record(payment(UNITS + 500_000n, { requestId: requests[1]?.id ?? '', logIndex: 3 }))
    expect(await told()).toHaveLength(3)
    await record(payment(UNITS, { requestId: requests[2]?.id ?? '', logIndex: 4 }))
    expect(await told()).toHaveLength(3)
  })

  test('notices are not sent after a reorganisation has removed the payment', async () => {
    await addMember('ana', ALL)
    await record(payment(UNITS, { blockNumber: 9n }))
    await revoke(8n)
    expect(await told()).toEqual([])
    await record(payment(UNITS, { blockNumber: 10n, blockHash: `0x${'0e'.repeat(32)}` }))
    expect(await told()).toEqual(['ana: Payment received'])
  })

  test('a sent notice is corrected once for every member who received it', async () => {
    await addMember('ana', ['payment_received'])
    await addMember('bo', ['payment_problem'])
    await record(payment(UNITS, { blockNumber: 9n }))
    await tell()
    // A member who received an incorrect e-mail gets its correction, even after choosing other notices.
    await outbox.context.db.kysely
      .updateTable('member_contacts')
      .set({ notices: '[]' })
      .where('member_id', '=', 'ana')
      .execute()
    await revoke(8n)
    await revoke(8n)
    expect(await told()).toEqual([
      'ana: Payment received',
      'ana: Payment withdrawn',
      'bo: Payment withdrawn',
    ])
  })

  test('a revocation and a mail worker never leave an incorrect e-mail without its correction, in either order', async () => {
    await addMember('ana', ['payment_received'])
    for (let round = 0; round < 12; round += 1) {
      const blockHash = `0x${String(round).padStart(64, '0')}`
      await record(payment(UNITS, { blockNumber: 9n, blockHash }))
      await Promise.all(round % 2 === 0 ? [tell(), revoke(8n)] : [revoke(8n), tell()])
    }
    const all = await told()
    const received = all.filter((line) => line === 'ana: Payment received')
    expect(all.filter((line) => line === 'ana: Payment withdrawn')).toHaveLength(received.length)
  })

  test('notices about a double payment are not sent after its removal from the chain', async () => {
    await addMember('ana', ['payment_problem'])
    await record(payment(UNITS))
    await record(payment(UNITS, { blockNumber: 9n, logIndex: 1 }))
    await revoke(8n)
    expect(await told()).toEqual([])
  })

  test('notices are limited per merchant and day, with a reserve for problem notices', async () => {
    await addMember('ana', ALL)
    await addMember('bo', ALL)
    const wanted = { payee: PAYEE, token: null, units: UNITS }
    const many = await createRequests(
      outbox.context,
      getNetwork('devnet'),
      Array.from({ length: 120 }, () => wanted),
    )
    await record(...many.map(({ id }, n) => payment(UNITS, { requestId: id, logIndex: n })))
    expect(await told()).toHaveLength(140)
    await record(payment(UNITS, { isLate: true, logIndex: 500 }))
    expect((await told()).filter((line) => line.endsWith('Late payment'))).toHaveLength(2)
  })

  test('a notice that cannot be rendered does not delay other notices', async () => {
    await addMember('ana', ALL)
    await record(payment(UNITS))
    await outbox.context.db.kysely
      .updateTable('notices')
      .set({ facts: '{"reason":"of a newer release"}' })
      .execute()
    await record(payment(UNITS, { requestId: requests[1]?.id ?? '', logIndex: 1 }))
    expect(await told()).toEqual(['ana: Payment received'])
  })

  test('a member whose e-mail exceeded the limit gets no correction', async () => {
    await addMember('ana', ['payment_received'])
    const at = outbox.context.now().toISOString()
    const earlier = Array.from({ length: 140 }, (_, n) => ({
      id: String(n).padStart(26, '0'),
      tenant_id: TENANT_ID,
      cause: null,
      sealed_message: '',
      status: 'sent' as const,
      attempt: 1,
      due_at: at,
      created_at: at,
      completed_at: at,
      last_error: null,
    }))
    await outbox.context.db.kysely.insertInto('mails').values(earlier).execute()
    await record(payment(UNITS, { blockNumber: 9n }))
    expect(await told()).toEqual([])
    await revoke(8n)
    expect(await told()).toEqual([])
  })

  test('notices are deleted after a month, and an old notice is not sent', async () => {
    await addMember('ana', ALL)
    await record(payment(UNITS))
    outbox.clock.nowMs += 25 * HOUR_MS
    expect(await told()).toEqual([])
    outbox.clock.nowMs += 31 * 24 * HOUR_MS
    await cleanUp(outbox.context)
    const left = await outbox.context.db.kysely.selectFrom('notices').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('Notices about webhook endpoints', () => {
  const FAILED = { responseStatus: 500, responseBody: '', error: null } as const
  let endpointId: string
  beforeEach(async () => {
    await addMember('ana', ['webhook_failing'])
    endpointId = await createEndpoint(outbox.context, {
      url: 'https://hooks.example.test/planted-path?key=planted-key',
      secret: '7a'.repeat(32),
    })
  })

  async function claimOne() {
    const [one] = await claimDeliveries(outbox.context, [{ endpointId, limit: 1 }])
    if (one === undefined) throw new Error('No delivery is due.')
    return one
  }

  /** Stores an attempt at the due delivery, with its outcome. */
  async function attempt(outcome: 'delivered' | 'gone' | number): Promise<void> {
    const claim = await claimOne()
    const tried = {
      claim: typeof outcome === 'number' ? { ...claim, attempt: outcome } : claim,
      headers: {},
      startedAt: outbox.context.now(),
      durationMs: 1,
      ...FAILED,
      next:
        typeof outcome === 'number'
          ? ({ kind: 'retry', dueAtMs: outbox.clock.nowMs } as const)
          : ({ kind: outcome } as const),
    }
    await markDeliveries(outbox.context, [tried])
    // The attempt's number differs from the stored number, so the delivery is due again when its lease expires.
    outbox.clock.nowMs += 31_000
  }

  test('notices about webhook endpoints are sent once per outage, not per delivery, and contain no secret from the URL', async () => {
    await outbox.emitRequests(3)
    for (const number of [0, 1, 3]) await attempt(number)
    expect(await told()).toEqual([])
    for (const number of [4, 5, 6, 4]) await attempt(number)
    expect(await told()).toEqual(['ana: A webhook endpoint fails'])
    const [mail] = await readMails({ host: { context: outbox.context } })
    expect(mail?.text).toContain('“hooks[.]example[.]test”')
    expect(JSON.stringify(mail)).not.toContain('planted')
  })

  test('notices about webhook endpoints are sent again for a new outage after the endpoint has worked', async () => {
    await outbox.emitRequests(3)
    await attempt(4)
    expect(await told()).toHaveLength(1)
    outbox.clock.nowMs += HOUR_MS
    await attempt('delivered')
    await attempt(4)
    expect(await told()).toHaveLength(2)
    // A receiver that accepts some deliveries and rejects others causes no further notice.
    await attempt('delivered')
    await outbox.emitRequests(1)
    await attempt(4)
    expect(await told()).toHaveLength(2)
  })

  test('notices about webhook endpoints report an endpoint that the service switched off', async () => {
    await outbox.emitRequests(1)
    await attempt('gone')
    expect(await told()).toEqual(['ana: A webhook endpoint is off'])
  })
})

describe('Notices about approvals', () => {
  const ask = async (id: string, requested_by: string) => {
    const { context } = outbox
    const created_at = context.now().toISOString()
    await context.db.transaction(async (tx) => {
      await tx
        .insertInto('approvals')
        .values({
          id,
          tenant_id: TENANT_ID,
          kind: 'payout',
          status: 'waiting',
          subject_id: null,
          request_ids: JSON.stringify([requests[0]?.id]),
          worth_cents: 250_050n,
          limit_cents: null,
          requested_by,
          api_key_id: null,
          expires_at: null,
          created_at,
          decided_by: null,
          decided_at: null,
        })
        .execute()
      await addNotices(tx, context, [approvalNotice(TENANT_ID, id)])
    })
  }

  beforeEach(async () => {
    const created_at = outbox.context.now().toISOString()
    const roles = { ana: 'owner', bo: 'finance', cleo: 'read-only' } as const
    for (const [address, role] of Object.entries(roles)) {
      const wallet = { address, role, wallet_type: 'evm', code_chain_id: null } as const
      await outbox.context.db.kysely
        .insertInto('wallets')
        .values({ ...wallet, tenant_id: TENANT_ID, created_at })
        .execute()
      await addMember(address, ['approval_waiting'])
    }
  })

  test('notices about approvals go to the members who may approve, not to the member who requested the payout', async () => {
    await ask('01KB4W3F6V3M2N5P7R9T0W1X2Y', 'ana')
    expect(await told()).toEqual(['bo: A payout needs your approval'])
    const [mail] = await readMails({ host: { context: outbox.context } })
    expect(mail?.text).toContain('about 2500.50 US dollars')
    const { authUrl } = outbox.context.config
    expect(mail?.text).toContain(`${authUrl}/console/payouts/approvals\n`)
    expect(mail?.text).not.toContain('/v1/')
  })

  test('notices about approvals are not sent once a member has decided on the payout', async () => {
    await ask('01KB4W3F6V3M2N5P7R9T0W1X2Y', 'ana')
    await outbox.context.db.kysely.updateTable('approvals').set({ status: 'declined' }).execute()
    expect(await told()).toEqual([])
  })
})
