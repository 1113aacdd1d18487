import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hostFile } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDataSealer } from '../../host/src/dataSealer.ts'
import { erasePayer, PayerInUseError } from '../../host/src/payers/erasePayer.ts'
import { PayerNotFoundError } from '../../host/src/payers/errors.ts'
import { reseal } from '../../host/src/payers/reseal.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { findPlanted, plantPayer } from '../support/plantedData.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const run = promisify(execFile)
const OLD = 'old-data-key-0123456789abcdef0123456789'
const NEW = 'new-data-key-0123456789abcdef0123456789'
const TENANT = '00000000000000000000000001'

const detailsOf = (clientUserId: string) =>
  `/v2/payer/${encodeURIComponent(clientUserId)}/payment-details`

async function submit({ call }: Pick<TestHost, 'call'>, clientUserId: string, members = {}) {
  return call('POST', '/v2/payer', { body: { ...plainPayer, clientUserId, ...members } })
}

/** Creates a payer with an account on the given host. */
async function createPayer(host: Pick<TestHost, 'call'>, clientUserId: string): Promise<string> {
  const { json } = await submit(host, clientUserId)
  const body = plainAccount
  expect((await host.call('POST', detailsOf(clientUserId), { body })).status).toBe(201)
  return json.userId
}

async function readAll({ call }: Pick<TestHost, 'call'>, clientUserId: string) {
  const payer = await call('GET', `/v2/payer/${encodeURIComponent(clientUserId)}`)
  const details = await call('GET', detailsOf(clientUserId))
  return { payer: payer.json, details: details.json }
}

/**
 * Sends one call per name, eight at a time, because a host returns 503 when a call waits too long for a database connection.
 */
async function forEachOf(
  names: readonly string[],
  call: (name: string) => Promise<unknown>,
): Promise<void> {
  const left = names.values()
  const work = async (): Promise<void> => {
    for (const name of left) await call(name)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** Returns the ids of the keys with which any value in the database is sealed. */
async function keyIdsOf({ host }: TestHost): Promise<string[]> {
  const dump = await dumpDatabase(host.context.db)
  return [...new Set([...dump.matchAll(/"d1\.([0-9a-f]{8})\./g)].map(([, id]) => String(id)))]
}

function keyIdOf(key: string): string {
  const sealer = createDataSealer({ random: (bytes) => new Uint8Array(bytes) }, [key])
  return sealer.seal('place', 'text').split('.')[1] ?? ''
}

describe('A key change', () => {
  it('a key change leaves every payer readable and searchable, but no data under the old key', async () => {
    await using test = await startTestHost({ PAY_DATA_KEY: OLD }, { offramp: createFakeOfframp() })
    const names = Array.from({ length: 230 }, (_, index) => `user-${index}@example.test`)
    await forEachOf(names, (name) => submit(test, name))
    const known = names.slice(0, 20)
    for (const name of known) await createPayer(test, name)
    const before = await Promise.all(known.map((name) => readAll(test, name)))
    expect(await keyIdsOf(test)).toEqual([keyIdOf(OLD)])

    {
      await using both = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
      expect(await Promise.all(known.map((name) => readAll(both, name)))).toEqual(before)
      await createPayer(both, 'under-the-new-key')
      // Meanwhile, another host with both keys creates payers.
      await using busy = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
      const meanwhile = forEachOf(names.slice(20, 60), (name) => createPayer(busy, name))
      const resealed = await reseal(both.host.context)
      await meanwhile
      expect(resealed).toMatchObject({ payers: 230, unreadable: 0 })
      expect(resealed.paymentDetails).toBeGreaterThanOrEqual(20)
      expect(await reseal(both.host.context)).toEqual({
        payers: 0,
        paymentDetails: 0,
        unreadable: 0,
      })
    }
    expect(await keyIdsOf(test)).toEqual([keyIdOf(NEW)])

    await using after = await test.startNeighbour({ PAY_DATA_KEY: NEW })
    expect(await Promise.all(known.map((name) => readAll(after, name)))).toEqual(before)
    const [name = ''] = known
    const userId = before[0]?.payer.userId
    expect(await submit(after, name)).toMatchObject({ status: 200, json: { userId } })
    expect(await submit(after, name, { city: 'Porto' })).toMatchObject({ status: 409 })
    const rows = await after.host.context.db.kysely.selectFrom('payers').select('id').execute()
    expect(rows).toHaveLength(231)
  })

  it('a key change resumes after an interruption', async () => {
    await using test = await startTestHost({ PAY_DATA_KEY: OLD }, { offramp: createFakeOfframp() })
    const names = Array.from({ length: 150 }, (_, index) => `user-${index}`)
    await forEachOf(names, (name) => submit(test, name))
    await using both = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
    const { db, dataSealer } = both.host.context
    let transactions = 0
    const stopping = {
      ...db,
      transaction: ((fn) => {
        transactions += 1
        if (transactions > 1) throw new Error('stopped')
        return db.transaction(fn)
      }) as typeof db.transaction,
    }
    await expect(reseal({ db: stopping, dataSealer })).rejects.toThrow('stopped')
    expect(await reseal({ db, dataSealer })).toMatchObject({ payers: 50, unreadable: 0 })
    expect(await keyIdsOf(test)).toEqual([keyIdOf(NEW)])
  })

  it('a key change stores one payer for simultaneous calls on hosts that differ in their first key', async () => {
    const settings = { PAY_DATA_KEY: `${OLD},${NEW}` }
    await using test = await startTestHost(settings, { offramp: createFakeOfframp() })
    await using other = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => submit(index % 2 === 0 ? test : other, name)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(answers.map(({ json }) => json.userId)).size).toBe(1)
    }
  })

  it('a key change from a host’s generated key needs no old key in the settings', async () => {
    await using test = await startTestHost({}, { offramp: createFakeOfframp() })
    await createPayer(test, 'ana@example.test')
    const before = await readAll(test, 'ana@example.test')
    await using keyed = await test.startNeighbour({ PAY_DATA_KEY: NEW })
    expect(await readAll(keyed, 'ana@example.test')).toEqual(before)
    expect(await reseal(keyed.host.context)).toEqual({
      payers: 1,
      paymentDetails: 1,
      unreadable: 0,
    })
    expect(await keyIdsOf(test)).toEqual([keyIdOf(NEW)])
  })

  it('a host whose PAY_DATA_KEY lacks the key of the database does not start, also without payers', async () => {
    await using test = await startTestHost({ PAY_DATA_KEY: OLD })
    for (const key of [NEW, '']) {
      await expect(test.startNeighbour({ PAY_DATA_KEY: key })).rejects.toMatchObject({
        code: 'invalid_configuration',
        message: expect.stringContaining('PAY_DATA_KEY does not contain the key'),
      })
    }
    await using both = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
    await expect(test.startNeighbour({ PAY_DATA_KEY: NEW })).rejects.toThrow('PAY_DATA_KEY')
    await reseal(both.host.context)
    await using _alone = await test.startNeighbour({ PAY_DATA_KEY: NEW })
  })

  it('a key change reports a value that cannot be opened, and leaves it unchanged', async () => {
    await using test = await startTestHost({ PAY_DATA_KEY: OLD }, { offramp: createFakeOfframp() })
    await createPayer(test, 'ana@example.test')
    const { context } = test.host
    const dataSealer = createDataSealer(context, [NEW])
    const before = await dumpDatabase(context.db)
    expect(await reseal({ ...context, dataSealer })).toEqual({
      payers: 0,
      paymentDetails: 0,
      unreadable: 2,
    })
    expect(await dumpDatabase(test.host.context.db)).toBe(before)
  })
})

describe('Erasing a payer', () => {
  let test: TestHost
  beforeAll(async () => {
    test = await startTestHost({ PAY_DATA_KEY: OLD }, { offramp: createFakeOfframp() })
    const body = { url: 'https://shop.example.test/hooks' }
    expect((await test.call('POST', '/v1/webhook', { body })).status).toBe(201)
  })
  afterAll(() => test[Symbol.asyncDispose]())

  const erase = (clientUserId: string, isForced = false) =>
    erasePayer(test.host.context, { tenantId: TENANT, clientUserId, isForced })

  it('erasing a payer leaves ids and statuses, but no personal data', async () => {
    const { clientUserId, payer, account, secrets } = plantPayer('zq7erased')
    const { json } = await test.call('POST', '/v2/payer', { body: payer })
    const path = detailsOf(clientUserId)
    const created = await test.call('POST', path, { body: account })
    expect(created.status).toBe(201)
    const body = { agreementCompleted: true }
    await test.call('PATCH', `/v2/payer/${encodeURIComponent(clientUserId)}`, { body })
    const { db } = test.host.context
    expect(findPlanted([clientUserId], await dumpDatabase(db))).toEqual([clientUserId])

    expect(await erase(clientUserId)).toEqual({
      userId: json.userId,
      paymentDetails: 1,
      events: 1,
    })
    expect(findPlanted([clientUserId, ...secrets], await dumpDatabase(db))).toEqual([])
    const row = await db.kysely
      .selectFrom('payers')
      .selectAll()
      .where('id', '=', json.userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      agreement_status: 'completed',
      provider_id: `at-provider-${json.userId}`,
      sealed_profile: null,
      profile_digest: null,
      sealed_links: null,
      next_check_at: null,
      erased_at: test.clock.now().toISOString(),
    })
    expect(
      test.host.context.dataSealer.open(
        `payers:${row.id}:sealed_client_user`,
        row.sealed_client_user,
      ),
    ).toBe('')
    for (const [method, url] of [
      ['GET', `/v2/payer/${encodeURIComponent(clientUserId)}`],
      ['GET', path],
    ] as const) {
      expect((await test.call(method, url)).status).toBe(404)
    }
    await expect(erase(clientUserId)).rejects.toBeInstanceOf(PayerNotFoundError)
  })

  it('erasing a payer allows the merchant to submit another payer under the same id', async () => {
    const userId = await createPayer(test, 'again')
    await erase('again')
    const { status, json } = await submit(test, 'again', { city: 'Porto' })
    expect(status).toBe(200)
    expect(json.userId).not.toBe(userId)
  })

  it('erasing a payer is rejected while a transfer is pending, unless it is forced', async () => {
    const payer_id = await createPayer(test, 'on its way')
    await addOfframp(test, { payer_id, status: 'sending_fiat' })
    const before = await dumpDatabase(test.host.context.db)
    await expect(erase('on its way')).rejects.toBeInstanceOf(PayerInUseError)
    expect(await dumpDatabase(test.host.context.db)).toBe(before)
    expect(await erase('on its way', true)).toMatchObject({ userId: payer_id })
  })

  it('erasing a payer is not prevented by a completed transfer', async () => {
    const payer_id = await createPayer(test, 'arrived')
    await addOfframp(test, { payer_id, status: 'delivered' })
    expect(await erase('arrived')).toMatchObject({ userId: payer_id })
  })

  it('erasing a payer affects only one merchant', async () => {
    await createPayer(test, 'mine')
    const facts = { tenantId: 'another', clientUserId: 'mine', isForced: true }
    await expect(erasePayer(test.host.context, facts)).rejects.toBeInstanceOf(PayerNotFoundError)
    expect((await test.call('GET', '/v2/payer/mine')).status).toBe(200)
  })

  it('erasing a payer survives a key change', async () => {
    await createPayer(test, 'gone')
    await erase('gone')
    await using both = await test.startNeighbour({ PAY_DATA_KEY: `${NEW},${OLD}` })
    expect(await reseal(both.host.context)).toMatchObject({ unreadable: 0 })
    expect((await both.call('GET', '/v2/payer/gone')).status).toBe(404)
  })
})

describe('The commands', () => {
  it('the commands reseal payers with the new key, and erase a payer', async () => {
    await using test = await startTestHost({ PAY_DATA_KEY: OLD }, { offramp: createFakeOfframp() })
    const userId = await createPayer(test, 'ana@example.test')
    const command = async (...args: string[]) => {
      const env = {
        ...process.env,
        PAY_DATABASE_URL: test.host.context.config.databaseUrl,
        PAY_DATA_KEY: `${NEW},${OLD}`,
      }
      const node = ['--conditions=@secure-payment/source', hostFile('cli'), ...args]
      return run(process.execPath, node, { env }).then(
        ({ stdout }) => stdout,
        ({ code, stderr }) => `${code}: ${stderr}`,
      )
    }
    expect(await command('reseal')).toBe(
      'Sealed 1 payers and 1 bank accounts with the first key.\n',
    )
    expect(await keyIdsOf(test)).toEqual([keyIdOf(NEW)])
    expect(await command('erase-payer')).toMatch(/^2: Usage:/)
    const withoutValue = await command('erase-payer', 'ana@example.test', '--tenant')
    expect(withoutValue).toMatch(/^2: Option '--tenant <value>' argument missing\n\nUsage:/)
    expect(await command('erase-payer', 'nobody@example.test')).toBe(
      '1: There is no payer with this id. Submit the payer with POST /v2/payer.\n',
    )
    expect(await command('erase-payer', 'ana@example.test', '--tenant', TENANT)).toBe(
      `Erased payer ${userId}, 1 bank accounts and 0 events.\n`,
    )
  })
})

async function addOfframp(
  { host, clock }: TestHost,
  columns: { payer_id: string; status: 'sending_fiat' | 'delivered' },
): Promise<void> {
  const at = clock.now().toISOString()
  const id = `off_${columns.payer_id}`
  await host.context.db.kysely
    .insertInto('offramps')
    .values({
      id,
      tenant_id: TENANT,
      request_id: id,
      payment_details_id: null,
      provider: 'fake-offramp',
      provider_id: null,
      network: 'devnet',
      currency: 'USDC-devnet',
      units: '1',
      tx_hash: `0x${'5a'.repeat(32)}`,
      reported_at: null,
      failure_reason: null,
      next_check_at: null,
      created_at: at,
      updated_at: at,
      ...columns,
    })
    .execute()
}
