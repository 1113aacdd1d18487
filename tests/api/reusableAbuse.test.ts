import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GRACE_MS } from '../../host/src/paying/closeCopies.ts'
import { MAX_OPEN_COPIES } from '../../host/src/paying/makeRoom.ts'
import { fillCopies, forgeReports } from '../support/fillCopies.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYER, pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const LINKS = '/v2/secure-payments'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ATTACKER = 'aa'.repeat(12)
const PAYERS = ['b1', 'b2', 'b3', 'b4', 'b5'].map((digits) => digits.repeat(12))

let test: TestHost
let page: Record<string, string>
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_TRUSTED_PROXIES: '1' })
  page = pageHeaders((await test.createClientId()).clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

type Link = { token: string; requestIds: [string] }

async function createLink(body: object = {}): Promise<Link> {
  const all = { requests: [usdcItem], isReusable: true, ...body }
  const { status, json, text } = await test.call('POST', LINKS, { body: all })
  if (status !== 201) throw new Error(text)
  return json
}

const open = (token: string) => test.call('POST', `${LINKS}/${token}/open`)
const openOne = async (token: string): Promise<Link> => (await open(token)).json
const codeOf = async (token: string) => {
  const { json } = await test.call('GET', `${LINKS}/${token}`)
  return json.code ?? json.status
}
const attempt = (token: string, attemptId: string = randomUUID()) =>
  test.call('POST', `${LINKS}/${token}/attempts`, {
    anonymous: true,
    headers: page,
    body: {
      attemptId,
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
const show = (token: string) =>
  test.call('GET', `/?token=${token}`, { anonymous: true, unchecked: true })

/** Opens the maximum number of a link's copies. Returns their tokens in the order of their requests, oldest first. */
async function fill(
  token: string,
  sites: readonly (string | null)[] = [null],
): Promise<readonly string[]> {
  const { token: like } = await openOne(token)
  await fillCopies(test.host.context, { like, count: MAX_OPEN_COPIES - 1, sites })
  const rows = await test.host.context.db.kysely
    .selectFrom('unlisted_requests')
    .select('copy_token')
    .where('link_token', '=', token)
    .where('copy_token', 'is not', null)
    .orderBy('request_id')
    .execute()
  return rows.flatMap(({ copy_token }) => copy_token ?? [])
}

async function endedOf(tokens: readonly string[]): Promise<readonly string[]> {
  const rows = await test.host.context.db.kysely
    .selectFrom('secure_payments')
    .select('token')
    .where('token', 'in', tokens)
    .where('expires_at', '<=', test.clock.now().toISOString())
    .execute()
  return rows.map((row) => row.token)
}

describe('A link with the maximum number of copies', () => {
  it('the oldest copy ends in favour of the next copy only after ten minutes', async () => {
    const { token } = await createLink()
    const copies = await fill(token)
    test.clock.advance(10 * MINUTE_MS - 1)
    const full = await open(token)
    expect([full.status, full.json.code]).toEqual([429, 'too_many_open_copies'])
    test.clock.advance(1)
    expect((await open(token)).status).toBe(201)
    expect(await endedOf(copies)).toEqual([copies[0]])
  })

  it('a copy that a payer is paying stays open, and the next oldest copy ends instead', async () => {
    const { token } = await createLink()
    const copies = await fill(token)
    test.clock.advance(11 * MINUTE_MS)
    expect((await attempt(copies[0] ?? '')).status).toBe(201)
    expect((await open(token)).status).toBe(201)
    expect(await endedOf(copies)).toEqual([copies[1]])
  })

  it('one visitor who reports forged transactions for all copies cannot lock payers out', async () => {
    const { token } = await createLink()
    // One copy in five belongs to an honest payer.
    const copies = await fill(token, [
      ATTACKER,
      ATTACKER,
      ATTACKER,
      ATTACKER,
      ...PAYERS.slice(0, 1),
    ])
    test.clock.advance(11 * MINUTE_MS)
    const lease = new Date(test.clock.now().getTime() + 10 * MINUTE_MS).toISOString()
    await forgeReports(test.host.context, copies, lease)
    for (let payer = 0; payer < 3; payer += 1) expect((await open(token)).status).toBe(201)
    const ended = await endedOf(copies)
    expect(ended).toHaveLength(3)
    const { kysely } = test.host.context.db
    const openers = await kysely
      .selectFrom('requests')
      .select('address_digest')
      .where('secure_payment_token', 'in', ended)
      .execute()
    expect(openers.map(({ address_digest }) => address_digest?.slice(0, 24))).toEqual([
      ATTACKER,
      ATTACKER,
      ATTACKER,
    ])
  })

  it('a copy with money in transit never ends in favour of another copy', async () => {
    const { token } = await createLink()
    const copies = await fill(token, [ATTACKER])
    test.clock.advance(11 * MINUTE_MS)
    await forgeReports(test.host.context, copies)
    const { kysely } = test.host.context.db
    const rows = await kysely
      .selectFrom('requests')
      .select(['id', 'tenant_id', 'secure_payment_token as token'])
      .where('secure_payment_token', 'in', copies)
      .execute()
    const at = test.clock.now().toISOString()
    for (let start = 0; start < rows.length; start += 200) {
      await kysely
        .insertInto('intents')
        .values(
          rows.slice(start, start + 200).map(({ id, token: of }) => ({
            id: `${of?.slice(0, 10)}${of?.slice(-16)}`,
            token: of ?? '',
            request_id: id,
            tx_hash: `0x${id.slice(2)}`,
            chain: 'BASE',
            currency: 'USDC',
            created_at: at,
            status: 'tracking' as const,
            source_network: 'base',
            promised_units: '12500000',
          })),
        )
        .execute()
    }
    const full = await open(token)
    expect([full.status, full.json.code]).toEqual([429, 'too_many_open_copies'])
    expect(await endedOf(copies)).toEqual([])
  })

  it.runIf(process.env['TEST_DATABASE'] === 'postgres')(
    'a copy that a payer begins to pay while the host ends old copies stays open',
    async () => {
      const { token } = await createLink()
      const copies = await fill(token)
      test.clock.advance(11 * MINUTE_MS)
      const [oldest = ''] = copies
      const { kysely } = test.host.context.db
      const isWaiting = async () => {
        const { rows } = await sql<{ waiting: string }>`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
        return Number(rows[0]?.waiting) > 0
      }
      const opening = await kysely.transaction().execute(async (tx) => {
        await tx
          .updateTable('secure_payments')
          .set((eb) => ({ token: eb.ref('token') }))
          .where('token', '=', oldest)
          .execute()
        const pending = open(token)
        await waitUntil(isWaiting)
        const at = test.clock.now()
        await tx
          .insertInto('attempts')
          .values({
            id: randomUUID(),
            token: oldest,
            wallet: PAYER,
            chain: 'devnet',
            currency: 'USDC',
            calldata_hash: `0x${'5b'.repeat(32)}`,
            phase: 'created',
            lease_until: new Date(at.getTime() + 10 * MINUTE_MS).toISOString(),
            created_at: at.toISOString(),
            updated_at: at.toISOString(),
          })
          .execute()
        return { pending }
      })
      expect((await opening.pending).status).toBe(201)
      expect(await endedOf(copies)).toEqual([copies[1]])
    },
  )
})

describe('Openings by one IPv6 subscriber', () => {
  it('all addresses of a /48 may together open only as many copies as a single address', async () => {
    await using small = await startTestHost({
      PAY_TRUSTED_PROXIES: '1',
      PAY_RATE_LIMIT_CLIENT_ID: '20',
    })
    const { clientId } = await small.createClientId()
    const body = { requests: [usdcItem], isReusable: true }
    const { json: link } = await small.call('POST', LINKS, { body })
    const openFrom = async (address: string) => {
      const { status } = await small.call('POST', `${LINKS}/${link.token}/open`, {
        anonymous: true,
        headers: { ...pageHeaders(clientId), 'x-forwarded-for': address },
      })
      return status
    }
    const statuses = []
    for (const subnet of ['1', '2', '3']) statuses.push(await openFrom(`2001:db8:12:${subnet}::1`))
    expect(statuses).toEqual([201, 201, 429])
    expect(await openFrom('2001:db8:13:1::1')).toBe(201)
  })

  it('unpaid copies count towards the /48’s limit', async () => {
    await using small = await startTestHost({
      PAY_TRUSTED_PROXIES: '1',
      PAY_UNPAID_ADDRESS: '2',
      PAY_RATE_LIMIT_CLIENT_ID: '0',
    })
    const { clientId } = await small.createClientId()
    const body = { requests: [usdcItem], isReusable: true }
    const { json: link } = await small.call('POST', LINKS, { body })
    const openFrom = async (address: string) => {
      const { status, json } = await small.call('POST', `${LINKS}/${link.token}/open`, {
        anonymous: true,
        headers: { ...pageHeaders(clientId), 'x-forwarded-for': address },
      })
      return json.code ?? status
    }
    const outcomes = []
    for (const subnet of ['1', '2', '3']) outcomes.push(await openFrom(`2001:db8:12:${subnet}::1`))
    expect(outcomes).toEqual([201, 201, 'too_many_unpaid_requests'])
    expect(await openFrom('2001:db8:13:1::1')).toBe(201)
  })
})

describe('An expired copy’s page', () => {
  const DAY_MS = 25 * HOUR_MS
  const cases = {
    'a reported transaction': ({ token }: Link) => forgeReports(test.host.context, [token]),
    'a part that was paid': async ({ requestIds: [id] }: Link) => {
      await test.host.context.db.kysely
        .updateTable('requests')
        .set({ paid_units: '1000000', status: 'partially_paid' })
        .where('id', '=', id)
        .execute()
    },
    'a transaction in an unconfirmed block': async ({ requestIds: [id] }: Link) => {
      const { db, now } = test.host.context
      const { tenant_id } = await db.kysely
        .selectFrom('requests')
        .select('tenant_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db.kysely
        .insertInto('pending_payments')
        .values({
          network: 'devnet',
          tx_hash: `0x${'ef'.repeat(32)}`,
          log_index: 0,
          request_id: id,
          tenant_id,
          block_number: 7n,
          amount_units: '12500000',
          request_units: '12500000',
          payer: null,
          seen_at: now().toISOString(),
        })
        .execute()
    },
    'a transaction on another chain': async ({ token }: Link) => {
      const { db, now } = test.host.context
      await db.kysely
        .insertInto('intents')
        .values({
          id: token,
          token,
          tx_hash: `0x${'ab'.repeat(32)}`,
          chain: 'BASE',
          currency: 'USDC',
          created_at: now().toISOString(),
        })
        .execute()
    },
  }

  it.each(Object.entries(cases))(
    'an expired copy keeps its page with %s, so that no payer pays twice',
    async (_, touch) => {
      const expiresAt = new Date(test.clock.now().getTime() + 80 * HOUR_MS).toISOString()
      const { token } = await createLink({ expiresAt })
      const [copy, idle] = [await openOne(token), await openOne(token)]
      await touch(copy)
      test.clock.advance(DAY_MS)
      const [kept, left] = [await show(copy.token), await show(idle.token)]
      expect(kept.text).toContain(`token="${copy.token}"`)
      expect([left.status, left.headers['location']]).toEqual([303, `/?token=${token}`])
    },
  )
})

describe('A cancelled link', () => {
  it('a copy that a payer had begun to pay can be paid for an hour after the cancellation, and then expires', async () => {
    const { token } = await createLink()
    const [begun, reported] = [await openOne(token), await openOne(token)]
    expect((await attempt(begun.token)).status).toBe(201)
    await forgeReports(test.host.context, [reported.token])
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    expect(await codeOf(begun.token)).toBe('pending')
    test.clock.advance(GRACE_MS + 1)
    for (const copy of [begun, reported]) {
      expect(await codeOf(copy.token)).toBe('payment_expired')
      expect((await attempt(copy.token)).status).toBe(403)
    }
    await recordPayment(test.host.context, begun.requestIds[0])
    const { json } = await test.call('GET', `/v2/request/${begun.requestIds[0]}`)
    expect(json).toMatchObject({ hasBeenPaid: true, status: 'paid' })
  })

  it('a report that is older than an hour does not keep a copy open', async () => {
    const { token } = await createLink()
    const copy = await openOne(token)
    await forgeReports(test.host.context, [copy.token])
    test.clock.advance(HOUR_MS + 1)
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    expect(await codeOf(copy.token)).toBe('payment_not_payable')
  })
})
