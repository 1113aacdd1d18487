import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPayments } from '../support/seedPayments.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost

beforeAll(async () => {
  test = await startTestHost()
})

afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
})

async function search(query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const anonymous = Object.keys(headers).length > 0
  const path = `/v2/payments?${new URLSearchParams(query)}`
  return test.call('GET', path, { headers, anonymous })
}

describe('smoke', () => {
  it('finds', async () => {
    const { requestIds } = await test.createPayment({ requests: [usdcItem], reference: 'PO-1' })
    const ids = await seedPayments(test.host.context, [
      { request_id: requestIds[0] ?? '', payer: PAYER, request_units: '12500000' },
      { request_id: requestIds[0] ?? '', payer: PAYER, block_time: '2026-02-01T00:00:00.000Z' },
    ])
    const { json, status } = await search({ walletAddress: PAYER.toLowerCase() })
    console.log(status, JSON.stringify(json, null, 1))
    expect((await search()).json.payments.map((p: { id: string }) => p.id)).toEqual(
      ids.toReversed(),
    )
    const one = await search({ limit: '1' })
    const two = await search({ limit: '1', cursor: one.json.pagination.nextCursor })
    console.log(two.json.pagination, (await search({ format: 'csv' })).text)
    expect(
      (await search({ limit: '1', offset: '1', type: 'direct', fromDate: '2026-01-01T00:00:00Z' }))
        .json.payments[0].id,
    ).toBe(ids[0])
  })
})
