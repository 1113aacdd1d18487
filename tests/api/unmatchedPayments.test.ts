import { describe, expect, it } from 'vitest'
import { createId } from '../../host/src/id.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import type { UnmatchedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { createCaller } from '../support/callApi.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/unmatched-payments'

/** Returns an unmatched payment, with a different transaction per `index`. */
function stray(index: number, facts: Partial<UnmatchedPayment>): UnmatchedPayment {
  return {
    requestId: '',
    tenantId: '',
    network: 'devnet',
    txHash: `0x${index.toString(16).padStart(64, '0')}`,
    logIndex: index,
    blockNumber: 10n,
    contract: `0x${'11'.repeat(20)}`,
    tokenAddress: `0x${'22'.repeat(20)}`,
    payee: PAYEE.toLowerCase(),
    amountUnits: 5n,
    reason: 'unknown_reference',
    referenceTopic: `0x${'33'.repeat(32)}`,
    worthUsd: null,
    isNotable: true,
    payer: null,
    paymentReference: null,
    ...facts,
  }
}

async function record(test: TestHost, unmatched: readonly UnmatchedPayment[]): Promise<void> {
  const { context } = test.host
  await context.db.transaction((tx) =>
    recordFacts(context, tx, { network: 'devnet', payments: [], unmatched }),
  )
}

describe('GET /v2/unmatched-payments', () => {
  it('GET /v2/unmatched-payments lists only the caller’s payments, by filter and page by page', async () => {
    await using test = await startTestHost()
    const other = await test.createTenant()
    const { requestIds } = await test.createPayment()
    const { tenant_id } = await test.host.context.db.kysely
      .selectFrom('requests')
      .select('tenant_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await record(test, [
      stray(1, { tenantId: tenant_id }),
      stray(2, { tenantId: tenant_id, requestId: requestIds[0] ?? '', reason: 'wrong_token' }),
      stray(3, { tenantId: other.tenantId }),
      stray(4, {}),
    ])
    const { json } = await test.call('GET', PATH)
    expect(json.unmatchedPayments).toHaveLength(2)
    for (const [query, logIndexes] of [
      ['reason=wrong_token', [2]],
      [`txHash=0x${'1'.padStart(64, '0')}`, [1]],
      [`payee=${PAYEE}&network=devnet`, [2, 1]],
      ['network=base', []],
      ['fromDate=2100-01-01T00:00:00Z', []],
    ] as const) {
      const found = await test.call('GET', `${PATH}?${query}`)
      const indexes = found.json.unmatchedPayments.map((one: { logIndex: number }) => one.logIndex)
      expect(indexes.toSorted(), query).toEqual([...logIndexes].toSorted())
    }
    const first = await test.call('GET', `${PATH}?limit=1`)
    const second = await test.call('GET', `${PATH}?limit=1&cursor=${first.json.nextCursor}`)
    expect(second.json.nextCursor).toBeNull()
    expect(second.json.unmatchedPayments[0].id).not.toBe(first.json.unmatchedPayments[0].id)
    expect((await test.call('GET', `${PATH}?cursor=nonsense`)).status).toBe(400)
    const foreign = await createCaller(test.host.url, { 'x-api-key': other.apiKey })
    expect((await foreign('GET', PATH)).json.unmatchedPayments).toMatchObject([{ logIndex: 3 }])
    const all = '/v1/operator/unmatched-payments'
    expect((await foreign('GET', all)).status).toBe(403)
    expect((await test.call('GET', all)).json.unmatchedPayments).toHaveLength(4)
  })
})

describe('POST /v2/unmatched-payments/{id}/claim', () => {
  it('POST /v2/unmatched-payments/{id}/claim rejects unknown payments, another merchant’s payments, and payments that do not match the request', async () => {
    await using test = await startTestHost()
    const other = await test.createTenant()
    const { requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    await record(test, [
      stray(1, { tenantId: other.tenantId }),
      stray(2, { tenantId: `${'0'.repeat(25)}1` }),
    ])
    const rows = await test.host.context.db.kysely
      .selectFrom('unmatched_payments')
      .select(['id', 'log_index'])
      .orderBy('log_index')
      .execute()
    const claim = (id: string, body: object = { requestId }) =>
      test.call('POST', `${PATH}/${id}/claim`, { body })
    expect((await claim(createId(test.host.context))).status).toBe(404)
    expect((await claim('x')).status).toBe(404)
    expect((await claim(rows[0]?.id ?? '')).status).toBe(404)
    const misfit = await claim(rows[1]?.id ?? '')
    expect(misfit.status).toBe(409)
    expect(misfit.json.code).toBe('claim_refused')
    expect((await claim(rows[1]?.id ?? '', { requestId: `01${'0'.repeat(64)}` })).status).toBe(404)
  })
})

describe('payment.unmatched', () => {
  it('payment.unmatched is sent for a payment that names a request, even after a flood of payments that name none', async () => {
    await using test = await startTestHost()
    const { requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    const tenantId = `${'0'.repeat(25)}1`
    const dust = Array.from({ length: 25 }, (_, index) => stray(100 + index, { tenantId }))
    const wrong = { tenantId, requestId, reason: 'wrong_token' }
    await record(test, dust)
    await record(test, [stray(1, wrong)])
    for (let index = 2; index < 30; index += 1) await record(test, [stray(index, wrong)])
    const told = () =>
      test.host.context.db.kysely
        .selectFrom('events')
        .select('body')
        .where('type', '=', 'payment.unmatched')
        .execute()
    expect(await told()).toHaveLength(20)
    // An hour later the merchant receives events again, even if strangers still abuse its payment references.
    test.clock.advance(3_600_001)
    await record(test, [stray(30, wrong)])
    expect(await told()).toHaveLength(21)
  })

  it('payment.unmatched reports only payments that name a request, at most twenty per hour', async () => {
    await using test = await startTestHost()
    const { requestIds } = await test.createPayment()
    const [requestId = ''] = requestIds
    const tenantId = `${'0'.repeat(25)}1`
    const wrong = { tenantId, requestId, reason: 'wrong_token' }
    await record(test, [
      stray(900, { tenantId }),
      stray(901, { ...wrong, reason: 'rate_unreadable' }),
    ])
    for (let index = 0; index < 30; index += 1) await record(test, [stray(index, wrong)])
    await record(test, [stray(0, wrong)])
    const events = await test.host.context.db.kysely
      .selectFrom('events')
      .select(['body', 'sequence'])
      .where('type', '=', 'payment.unmatched')
      .orderBy('sequence')
      .execute()
    expect(events).toHaveLength(20)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ requestId, reason: 'wrong_token' })
  })
})
