import { describe, expect, it } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { createCopySweeper } from '../../host/src/jobs/createCopySweeper.ts'
import { createSweeper } from '../../host/src/jobs/createSweeper.ts'
import { COPY_LIFETIME_MS } from '../../host/src/paying/openLink.ts'
import { countLinkPayments } from '../../host/src/search/countLinkPayments.ts'
import { forgeReports } from '../support/fillCopies.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { TENANT_ID } from './support/createRequests.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

const LINK = '01KB4Z9A1B2C3D4E5F6G7H8J9K'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Makes a request a copy of a link, as opening the link does. */
async function copyOf(world: MockWorld): Promise<Row<'requests'>> {
  const request = await world.createRequest()
  const { kysely } = world.context.db
  await kysely
    .updateTable('requests')
    .set({ link_token: LINK, is_unpaid_copy: 1 })
    .where('id', '=', request.id)
    .execute()
  await kysely
    .insertInto('unlisted_requests')
    .values({
      request_id: request.id,
      link_token: LINK,
      copy_token: request.secure_payment_token,
      expires_at: '2027-01-01T00:00:00.000Z',
    })
    .execute()
  return { ...request, link_token: LINK }
}

const unlisted = async (world: Pick<MockWorld, 'context'>) => {
  const { kysely } = world.context.db
  const rows = await kysely.selectFrom('unlisted_requests').select('request_id').execute()
  return rows.map(({ request_id }) => request_id).sort()
}
const countOf = async ({ context }: MockWorld) =>
  (await countLinkPayments(context.db, { tenantId: TENANT_ID, tokens: [LINK] })).get(LINK) ?? 0

describe('A reusable link’s payments', () => {
  it('a payment with the reference of the link’s terms is neither recorded nor credited', async () => {
    await using world = await startMockWorld()
    const terms = await world.createRequest()
    await world.context.db.kysely
      .updateTable('requests')
      .set({ is_terms: 1 })
      .where('id', '=', terms.id)
      .execute()
    world.mine([world.payment(terms)])
    world.mine()
    world.mine()
    await world.poll(2)
    const { status, paid_units } = await world.request(terms.id)
    expect([status, paid_units]).toEqual(['created', '0'])
    const payments = await world.context.db.kysely.selectFrom('payments').selectAll().execute()
    expect(payments).toEqual([])
    const pending = world.context.db.kysely.selectFrom('pending_payments').selectAll()
    expect(await pending.execute()).toEqual([])
  })

  it('a copy is listed once its payment is on chain, before the payment counts', async () => {
    await using world = await startMockWorld()
    const [paid, idle] = [await copyOf(world), await copyOf(world)]
    world.mine([world.payment(paid)])
    await world.poll()
    expect((await world.request(paid.id)).status).toBe('created')
    expect(await unlisted(world)).toEqual([idle.id])
  })

  it('a reusable link’s payments are counted towards the link until a reorganisation removes them', async () => {
    await using world = await startMockWorld()
    const paid = await copyOf(world)
    world.mine([world.payment(paid)])
    world.mine()
    world.mine()
    await world.poll(2)
    expect((await world.request(paid.id)).status).toBe('paid')
    expect(await countOf(world)).toBe(1)
    expect(await countLinkPayments(world.context.db, { tenantId: 'other', tokens: [] })).toEqual(
      new Map(),
    )
    world.drop(0, 3)
    for (let block = 0; block < 6; block += 1) world.mine()
    await world.poll(5)
    expect((await world.request(paid.id)).status).toBe('created')
    expect(await countOf(world)).toBe(0)
  })
})

describe('Sweeping copies', () => {
  const exists = async ({ call }: TestHost, token: string) =>
    (await call('GET', `/v2/secure-payments/${token}`)).status !== 404

  it('sweeping copies deletes unpaid copies a day after their end, and keeps the link and copies with money or intents', async () => {
    await using test = await startTestHost()
    const expiresAt = new Date(test.clock.now().getTime() + 300 * DAY_MS).toISOString()
    const body = { requests: [usdcItem], isReusable: true, expiresAt }
    const { json: link } = await test.call('POST', '/v2/secure-payments', { body })
    const open = async () =>
      (await test.call('POST', `/v2/secure-payments/${link.token}/open`)).json
    const [idle, paid, reported] = [await open(), await open(), await open()]
    const { context } = test.host
    await recordPayment(context, paid.requestIds[0])
    await context.db.kysely
      .insertInto('intents')
      .values({
        id: '01KB50A1B2C3D4E5F6G7H8J9KA',
        token: reported.token,
        tx_hash: `0x${'ab'.repeat(32)}`,
        chain: 'BASE',
        currency: 'USDC',
        created_at: context.now().toISOString(),
      })
      .execute()
    const sweep = async () => {
      const sweeper = createCopySweeper(context)
      while ((await sweeper.step()).more);
    }
    test.clock.advance(COPY_LIFETIME_MS + 23 * HOUR_MS)
    await sweep()
    expect(await exists(test, idle.token)).toBe(true)
    test.clock.advance(2 * HOUR_MS)
    await sweep()
    const all = [idle, paid, reported, link].map(({ token }) => exists(test, token))
    expect(await Promise.all(all)).toEqual([false, true, true, true])
    const swept = context.db.kysely.selectFrom('swept_requests').select('id')
    expect(await swept.execute()).toEqual([{ id: idle.requestIds[0] }])
    expect(await unlisted(test.host)).toEqual([reported.requestIds[0]])
    await expect(open()).resolves.toMatchObject({ linkToken: link.token })
  })

  it('sweeping copies deletes copies with forged reports two weeks after their end, and keeps the copies that a chain confirmed', async () => {
    await using test = await startTestHost()
    const expiresAt = new Date(test.clock.now().getTime() + 300 * DAY_MS).toISOString()
    const body = { requests: [usdcItem], isReusable: true, expiresAt }
    const { json: link } = await test.call('POST', '/v2/secure-payments', { body })
    const open = async () =>
      (await test.call('POST', `/v2/secure-payments/${link.token}/open`)).json
    const [attempted, reported, crossing, confirmed] = [
      await open(),
      await open(),
      await open(),
      await open(),
    ]
    const { context } = test.host
    await forgeReports(context, [attempted.token])
    const intent = {
      chain: 'BASE',
      currency: 'USDC',
      created_at: context.now().toISOString(),
    }
    const followed = { ...intent, status: 'unanswered', source_network: 'base' } as const
    await context.db.kysely
      .insertInto('intents')
      .values([
        { ...intent, id: '1', token: reported.token, tx_hash: `0x${'a1'.repeat(32)}` },
        {
          ...followed,
          id: '2',
          token: crossing.token,
          request_id: crossing.requestIds[0],
          tx_hash: `0x${'a2'.repeat(32)}`,
        },
        {
          ...followed,
          id: '3',
          token: confirmed.token,
          request_id: confirmed.requestIds[0],
          tx_hash: `0x${'a3'.repeat(32)}`,
          sender: PAYER,
        },
      ])
      .execute()
    const sweep = async () => {
      const sweeper = createCopySweeper(context)
      while ((await sweeper.step()).more);
      const all = [attempted, reported, crossing, confirmed].map(({ token }) => exists(test, token))
      return Promise.all(all)
    }
    test.clock.advance(COPY_LIFETIME_MS + 14 * DAY_MS - HOUR_MS)
    expect(await sweep()).toEqual([true, true, true, true])
    test.clock.advance(2 * HOUR_MS)
    expect(await sweep()).toEqual([false, false, false, true])
    const left = await context.db.kysely.selectFrom('intents').select('id').execute()
    expect(left).toEqual([{ id: '3' }])
  })

  it('a reusable link is kept as long as a copy with a payment exists, and is otherwise deleted', async () => {
    await using test = await startTestHost()
    const body = { requests: [usdcItem], isReusable: true }
    const create = async () => (await test.call('POST', '/v2/secure-payments', { body })).json
    const [used, unused] = [await create(), await create()]
    const { json: copy } = await test.call('POST', `/v2/secure-payments/${used.token}/open`)
    await recordPayment(test.host.context, copy.requestIds[0])
    await test.host.context.db.kysely.deleteFrom('webhook_deliveries').execute()
    test.clock.advance(200 * DAY_MS)
    const sweeper = createSweeper(test.host.context)
    while ((await sweeper.step()).more);
    expect(await exists(test, used.token)).toBe(true)
    expect(await exists(test, unused.token)).toBe(false)
    expect(await unlisted(test.host)).toEqual([])
  })
})
