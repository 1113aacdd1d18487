import { formatAmount } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { paymentConfirmed } from '@secure-payment/core/webhooks'
import { type Chains, startChains, type TronNode } from '@secure-payment/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { requestRescan } from '../../host/src/rescans/requestRescan.ts'
import { createRequests, type Wanted } from './support/createRequests.ts'
import { accountOf, payTron } from './support/payTron.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let node: TronNode
let world: World

beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  node = chains.tronNode('tron')
  node.setSwitches({ solidLag: 0 })
  world = await startWorld(chains, { network: 'tron' })
})

afterEach(() => {
  node.setSwitches({ fail: 'none', solidLag: 0, solidity: 'up', api: 'up' })
})

afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'
/** The devnet's account 0, and some other wallets, in base58. */
const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
const FEE_ADDRESS = 'TLhmUGFgqr565iRq14uEwA4JxcHpG1GRBr'
const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
const OTHER_PAYEE = 'TJ9wwE6uqs38wh1qXTzBL3MAeUCrWatpg2'

async function createOne(units: bigint, fee?: Wanted['fee']): Promise<Row<'requests'>> {
  const wanted = { payee: PAYEE, token: USDT, units, ...(fee === undefined ? {} : { fee }) }
  const [request] = await world.create([wanted])
  if (request === undefined) throw new Error('nothing was created')
  return request
}

const isPaid = ({ status }: Row<'requests'>) => status === 'paid'

async function pendingOf(requestId: string): Promise<Row<'pending_payments'>[]> {
  return world.context.db.kysely
    .selectFrom('pending_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

async function unmatchedOf(requestId: string): Promise<Row<'unmatched_payments'>[]> {
  return world.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

/** Waits until the host has recorded all blocks up to the solidified block. */
async function untilRecorded(solidLag = 0): Promise<void> {
  const head = await chains.client('tron').getBlockNumber()
  await waitFor('the solidified blocks to be recorded', async () => {
    const cursor = await world.context.db.kysely
      .selectFrom('chain_cursors')
      .select('block_number')
      .executeTakeFirstOrThrow()
    return BigInt(cursor.block_number) >= head - BigInt(solidLag) ? true : null
  })
}

/** Waits until the host has polled the solidified block the given number of further times. */
async function untilAsked(times: number): Promise<void> {
  const count = () => node.requests().filter(({ url }) => url === '/walletsolidity/getblock').length
  const before = count()
  await waitFor('the host to read the solidified block', () =>
    count() >= before + times ? true : null,
  )
}

async function eventsOf(requestId: string, count: number): Promise<Record<string, unknown>[]> {
  return waitFor(`${count} webhooks`, () => {
    const events = world.events(requestId)
    return events.length >= count ? events : null
  })
}

describe('An exact payment on Tron', () => {
  test('an exact payment on Tron confirms its request, and is reported with Tron addresses and a Tron id', async () => {
    const fee = { units: 250_000n, address: FEE_ADDRESS }
    const request = await createOne(12_500_000n, fee)
    const txID = await payTron(world, request)
    expect(txID).toMatch(/^[0-9a-f]{64}$/)
    expect(await world.until(request.id, isPaid)).toMatchObject({
      paid_units: '12500000',
      has_been_paid: 1,
      tx_hash: txID,
    })
    const payer = accountOf(world, 1).tronAddress
    expect(await world.payments(request.id)).toMatchObject([
      {
        network: 'tron',
        tx_hash: txID,
        payer,
        payee: PAYEE,
        token_address: USDT,
        credited_units: '12500000',
        fee_units: '250000',
        fee_address: FEE_ADDRESS,
      },
    ])
    const delivery = await world.sink.waitFor((one) => one.rawBody.includes(request.id))
    expect(delivery.verified).toBe(true)
    const body = paymentConfirmed.schema.parse(delivery.body)
    expect(body).toMatchObject({
      event: 'payment.confirmed',
      amount: '12.5',
      txHash: txID,
      network: 'tron',
      currency: 'USDT',
      paymentCurrencyId: 'USDT-tron',
      payee: PAYEE,
      payerAddress: payer,
    })
    expect(delivery.rawBody).not.toMatch(/0x[0-9a-fA-F]{40}/)
    const burnt = (await world.context.chains.getTron('tron').findTransaction(txID))?.feeSun
    expect(burnt).toBeGreaterThan(0n)
    expect(body.fees).toEqual([
      { type: 'gas', amount: formatAmount(burnt ?? 0n, 6), currency: 'TRX', provider: 'tron' },
      { type: 'platform', amount: '0.25', currency: 'USDT', provider: 'onchain' },
    ])
    expect(await world.securePayment(request)).toMatchObject({ status: 'completed' })
  })

  test('an exact payment on Tron is processing until its block is solidified, and then counts', async () => {
    node.setSwitches({ solidLag: 3 })
    const request = await createOne(2_000_000n)
    const txID = await payTron(world, request, { payer: 2 })
    await waitFor('the payment to be seen', async () => {
      const [pending] = await pendingOf(request.id)
      return pending?.tx_hash === txID ? pending : null
    })
    await chains.mine('tron', 2)
    await untilRecorded(3)
    expect(await world.payments(request.id)).toEqual([])
    expect(await world.request(request.id)).toMatchObject({ has_been_paid: 0, paid_units: '0' })
    expect(world.events(request.id)).toEqual([])
    await chains.mine('tron')
    await world.until(request.id, isPaid)
    expect(await pendingOf(request.id)).toEqual([])
    expect(await eventsOf(request.id, 1)).toMatchObject([{ event: 'payment.confirmed' }])
  })

  test('an exact payment on Tron does not count while no node returns the solidified block, and counts once a node returns it again', async () => {
    const request = await createOne(3_000_000n)
    node.setSwitches({ solidity: 'down' })
    await payTron(world, request)
    await chains.mine('tron', 30)
    await untilAsked(5)
    expect(await world.payments(request.id)).toEqual([])
    expect(world.events(request.id)).toEqual([])
    node.setSwitches({ solidity: 'up' })
    await world.until(request.id, isPaid)
    expect(await eventsOf(request.id, 1)).toMatchObject([{ event: 'payment.confirmed' }])
  })

  test('an exact payment on Tron is found after a node outage', async () => {
    const request = await createOne(4_000_000n)
    await payTron(world, request)
    node.setSwitches({ api: 'down' })
    const late = await createOne(5_000_000n)
    node.setSwitches({ api: 'up' })
    await payTron(world, late)
    for (const { id } of [request, late]) await world.until(id, isPaid)
    expect(await world.payments(request.id)).toHaveLength(1)
  })

  test('an exact payment on Tron that the host missed is counted once when its blocks are read again', async () => {
    const { db } = world.context
    const request = await createOne(6_500_000n)
    const setKey = (reference_key: bigint) =>
      db.kysely
        .updateTable('requests')
        .set({ reference_key })
        .where('id', '=', request.id)
        .execute()
    // The reference is unknown while its block is recorded.
    await setKey(0n)
    const txID = await payTron(world, request)
    await untilRecorded()
    expect(await world.payments(request.id)).toEqual([])
    await setKey(BigInt(request.reference_key))
    for (const paymentCount of [1, 0]) {
      const rescan = await db.transaction((tx) =>
        requestRescan(world.context, tx, { network: 'tron', fromBlock: 1n }),
      )
      const ended = await waitFor('the rescan to end', async () => {
        const row = await db.kysely
          .selectFrom('rescans')
          .selectAll()
          .where('id', '=', rescan.id)
          .executeTakeFirstOrThrow()
        return row.status === 'done' ? row : null
      })
      expect(ended).toMatchObject({ payment_count: paymentCount })
    }
    expect(await world.payments(request.id)).toMatchObject([{ tx_hash: txID }])
  })

  test('an exact payment on Tron is discarded if its recent block is replaced', async () => {
    node.setSwitches({ solidLag: 5 })
    const request = await createOne(6_000_000n)
    await payTron(world, request)
    await waitFor('the payment to be seen', async () => (await pendingOf(request.id))[0] ?? null)
    await chains.reorg('tron', 1)
    await waitFor('the payment to be gone', async () =>
      (await pendingOf(request.id)).length === 0 ? true : null,
    )
    await chains.mine('tron', 6)
    await untilRecorded(5)
    expect(await world.request(request.id)).toMatchObject({ has_been_paid: 0 })
  })
})

describe('A transaction that fails', () => {
  test.each([
    ['revert', 'REVERT'],
    ['out_of_energy', 'OUT_OF_ENERGY'],
  ] as const)(
    'a transaction that fails credits nothing if it fails by %s',
    async (fail, result) => {
      // An earlier payment has approved an unlimited amount, so that this payment itself fails.
      await payTron(world, await createOne(1_000_000n), { payer: 3 })
      const request = await createOne(7_000_000n)
      node.setSwitches({ fail })
      const txID = await payTron(world, request, { payer: 3 })
      const found = await world.context.chains.getTron('tron').findTransaction(txID)
      expect(found).toMatchObject({ result })
      await chains.mine('tron')
      await untilRecorded()
      expect(await world.payments(request.id)).toEqual([])
      expect(await unmatchedOf(request.id)).toEqual([])
      expect(world.events(request.id)).toEqual([])
      node.setSwitches({ fail: 'none' })
      await payTron(world, request, { payer: 3 })
      await world.until(request.id, isPaid)
    },
  )
})

describe('An inexact payment on Tron', () => {
  test('an inexact payment on Tron is partial if it is too low, and a payment of the remaining amount confirms the request', async () => {
    const request = await createOne(10_000_000n)
    await payTron(world, request, { units: 4_000_000n })
    await world.until(request.id, ({ paid_units }) => paid_units === '4000000')
    await payTron(world, request, { units: 6_000_000n, payer: 2 })
    await world.until(request.id, isPaid)
    expect(await eventsOf(request.id, 2)).toMatchObject([
      { event: 'payment.partial', amount: '4', totalAmountPaid: '4' },
      { event: 'payment.confirmed', amount: '6', totalAmountPaid: '10' },
    ])
  })

  test('an inexact payment on Tron confirms if it is too high, and reports the excess', async () => {
    const request = await createOne(1_000_000n)
    await payTron(world, request, { units: 1_500_000n })
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '1500000' })
    expect(await eventsOf(request.id, 1)).toMatchObject([{ excessAmount: '0.5' }])
  })

  test.each([
    ['in another token', { token: USDC }, 'wrong_token', { token_address: USDC, payee: PAYEE }],
    // The sender itself may control that wallet, so the merchant receives no event about it.
    [
      'to another wallet',
      { payee: OTHER_PAYEE },
      'wrong_payee',
      { token_address: USDT, payee: OTHER_PAYEE },
    ],
  ])('%s is stored as unmatched and credits nothing', async (_, departure, reason, facts) => {
    const request = await createOne(8_000_000n)
    const txID = await payTron(world, request, departure)
    const [unmatched] = await waitFor('the note', async () => {
      const found = await unmatchedOf(request.id)
      return found.length > 0 ? found : null
    })
    expect(unmatched).toMatchObject({ reason, tx_hash: txID, contract: PROXY, ...facts })
    expect(await world.payments(request.id)).toEqual([])
    if (reason === 'wrong_payee') {
      // The host writes the row and its event in one transaction.
      expect(
        await world.context.db.kysely
          .selectFrom('events')
          .selectAll()
          .where('request_id', '=', request.id)
          .execute(),
      ).toEqual([])
      return
    }
    const events = await eventsOf(request.id, 1)
    expect(events).toMatchObject([{ event: 'payment.unmatched', reason, txHash: txID }])
  })

  test('an inexact payment on Tron does not delay other payments if its reference belongs to another chain’s request', async () => {
    const [foreign] = await createRequests(world.context, getNetwork('base'), [
      {
        payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        units: 9_000_000n,
      },
    ])
    const own = await createOne(9_000_000n)
    const paymentReference = foreign?.payment_reference ?? ''
    await payTron(world, { ...own, payment_reference: paymentReference })
    const notes = await waitFor('the note', async () => {
      const found = await unmatchedOf(foreign?.id ?? '')
      return found.length > 0 ? found : null
    })
    expect(notes).toMatchObject([{ reason: 'wrong_network', network: 'tron' }])
    await payTron(world, own)
    await world.until(own.id, isPaid)
  })
})

test('Several payments in one block are each recorded once', async () => {
  const requests = [
    await createOne(1_100_000n),
    await createOne(1_200_000n),
    await createOne(1_300_000n),
  ]
  await chains.setBlockTime('tron', 1_000)
  try {
    await Promise.all(
      requests.map((request, index) => payTron(world, request, { payer: 1 + index })),
    )
    for (const { id } of requests) await world.until(id, isPaid)
  } finally {
    await chains.setBlockTime('tron', 0)
  }
  await untilRecorded()
  for (const { id } of requests) {
    expect(await world.payments(id)).toHaveLength(1)
    expect(await eventsOf(id, 1)).toHaveLength(1)
  }
})
