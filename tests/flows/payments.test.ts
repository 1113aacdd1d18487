import { referenceTopic } from '@secure-payment/core'
import { encodeApprove } from '@secure-payment/core/evm'
import { paymentConfirmed } from '@secure-payment/core/webhooks'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import type { Wanted } from './support/createRequests.ts'
import { pay, payBatch, paymentTransaction } from './support/pay.ts'
import { send } from './support/send.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let world: World

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  world = await startWorld(chains)
})

afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER_PAYEE = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const FEE_ADDRESS = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'

function wanted(symbol: string, units: bigint, fee?: Wanted['fee']): Wanted {
  const token = symbol === 'ETH' ? null : chains.token('devnet', symbol).address
  return { payee: PAYEE, token, units, ...(fee === undefined ? {} : { fee }) }
}

async function createOne(
  item: Wanted,
  options: { expiresAt?: Date } = {},
): Promise<Row<'requests'>> {
  const [request] = await world.create([item], options)
  if (request === undefined) throw new Error('nothing was created')
  return request
}

const isPaid = (row: Row<'requests'>) => row.status === 'paid'

async function eventsOf(requestId: string, count: number): Promise<Record<string, unknown>[]> {
  return waitFor(`${count} webhooks`, () => {
    const events = world.events(requestId)
    return events.length >= count ? events : null
  })
}

async function unmatchedOf(requestId: string): Promise<Row<'unmatched_payments'>[]> {
  return world.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

describe('An exact payment', () => {
  test('an exact payment confirms its request in an ERC-20, and the merchant receives a signed event', async () => {
    const request = await createOne(wanted('USDC', 12_500_000n))
    const txHash = await pay(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({
      paid_units: '12500000',
      has_been_paid: 1,
      paid_late: 0,
      tx_hash: txHash,
      event_sequence: 1,
    })
    const delivery = await world.sink.waitFor((one) => one.rawBody.includes(request.id))
    expect(delivery.verified).toBe(true)
    expect(delivery.rawBody).toBe(JSON.stringify(delivery.body))
    const body = paymentConfirmed.schema.parse(delivery.body)
    expect(delivery.headers).toMatchObject({
      'webhook-id': body.eventId,
      'x-service-retry-count': '0',
      'content-type': 'application/json',
    })
    expect(body).toMatchObject({
      event: 'payment.confirmed',
      sequence: 1,
      requestId: request.id,
      requestID: request.id,
      amount: '12.5',
      totalAmountPaid: '12.5',
      expectedAmount: '12.5',
      txHash,
      network: 'devnet',
      currency: 'USDC',
      paymentCurrencyId: 'USDC-devnet',
      payee: PAYEE,
      payerAddress: chains.accounts[1]?.address,
      reference: 'order-1',
      customerInfo: { email: 'ana@example.test' },
    })
    expect(await world.securePayment(request)).toMatchObject({ status: 'completed' })
  })

  test('an exact payment credits the amount without the fee in the native coin', async () => {
    const fee = { units: 10n ** 15n, address: FEE_ADDRESS }
    const request = await createOne(wanted('ETH', 2n * 10n ** 18n, fee))
    await pay(world, request, { payer: 2 })
    await world.until(request.id, isPaid)
    const [payment] = await world.payments(request.id)
    expect(payment).toMatchObject({
      credited_units: '2000000000000000000',
      fee_units: '1000000000000000',
      fee_address: FEE_ADDRESS,
      payer: chains.accounts[2]?.address,
      token_address: null,
    })
    const [event] = await eventsOf(request.id, 1)
    const body = paymentConfirmed.schema.parse(event)
    expect(body.amount).toBe('2')
    expect(body.fees).toContainEqual(
      expect.objectContaining({ type: 'platform', amount: '0.001', currency: 'ETH' }),
    )
  })

  test('an exact payment counts even if the token’s transfers return no value (USDT)', async () => {
    const request = await createOne(wanted('USDT', 7_000_000n))
    await pay(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '7000000' })
  })

  test('an exact payment credits the amount once if the payee also receives the fee', async () => {
    const fee = { units: 30_000n, address: PAYEE }
    const request = await createOne(wanted('USDC', 1_000_000n, fee))
    await pay(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '1000000' })
  })

  test.each([
    ['USDC', 1_000_000n],
    ['ETH', 10n ** 17n],
  ] as const)(
    'an exact payment reports no fee in %s if no fee was transferred, regardless of its event',
    async (symbol, units) => {
      const fee = { units: units / 100n, address: FEE_ADDRESS }
      const request = await createOne(wanted(symbol, units, fee))
      const payment = paymentTransaction(world, request)
      if (request.token_address !== null) {
        const approval = {
          token: request.token_address,
          spender: payment.to,
          amountUnits: 2n * units,
        }
        await send(world, 1, encodeApprove(approval))
      }
      const toNobody = payment.data.replace(FEE_ADDRESS.slice(2).toLowerCase(), '0'.repeat(40))
      await send(world, 1, { ...payment, data: `0x${toNobody.slice(2)}` })
      await world.until(request.id, isPaid)
      expect(await world.payments(request.id)).toMatchObject([
        { fee_units: '0', fee_address: null },
      ])
      const [event] = await eventsOf(request.id, 1)
      expect(paymentConfirmed.schema.parse(event).fees).toMatchObject([{ type: 'gas' }])
    },
  )
})

describe('One transaction', () => {
  test('one transaction pays three requests through the batch contract with one event each and completes their link', async () => {
    const requests = await world.create([
      wanted('USDC', 1_000_000n),
      wanted('DAI', 3n * 10n ** 18n),
      wanted('ETH', 10n ** 17n),
    ])
    const txHash = await payBatch(world, requests, 3)
    for (const request of requests) {
      expect(await world.until(request.id, isPaid)).toMatchObject({ tx_hash: txHash })
      const [event] = await eventsOf(request.id, 1)
      expect(paymentConfirmed.schema.parse(event)).toMatchObject({
        txHash,
        payerAddress: chains.accounts[3]?.address,
      })
    }
    const [first] = requests
    if (first === undefined) throw new Error('no request')
    expect(await world.securePayment(first)).toMatchObject({ status: 'completed' })
  })

  test('one transaction pays two links with the same payee, token and amount, and each transfer counts towards one link', async () => {
    const requests = [
      await createOne(wanted('USDC', 4_000_000n)),
      await createOne(wanted('USDC', 4_000_000n)),
    ]
    const txHash = await payBatch(world, requests)
    for (const request of requests) {
      expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '4000000' })
      const [event] = await eventsOf(request.id, 1)
      expect(paymentConfirmed.schema.parse(event)).toMatchObject({ txHash, amount: '4' })
    }
  })

  test('one transaction leaves a link open while one of its requests is unpaid', async () => {
    const requests = await world.create([wanted('USDC', 1_000_000n), wanted('USDC', 2_000_000n)])
    const [paid, unpaid] = requests
    if (paid === undefined || unpaid === undefined) throw new Error('no requests')
    await pay(world, paid)
    await world.until(paid.id, isPaid)
    expect(await world.securePayment(paid)).toMatchObject({ status: 'pending', completed_at: null })
    await pay(world, unpaid)
    await world.until(unpaid.id, isPaid)
    expect(await world.securePayment(paid)).toMatchObject({ status: 'completed' })
  })
})

describe('Inexact payments', () => {
  test('inexact payments emit two partial events and one confirmation for three parts, in order', async () => {
    const request = await createOne(wanted('USDC', 10_000_000n))
    for (const units of [3_000_000n, 3_000_000n, 4_000_000n]) await pay(world, request, { units })
    await world.until(request.id, isPaid)
    const events = await eventsOf(request.id, 3)
    expect(
      events.map(({ event, sequence, amount, totalAmountPaid }) => [
        event,
        sequence,
        amount,
        totalAmountPaid,
      ]),
    ).toEqual([
      ['payment.partial', 1, '3', '3'],
      ['payment.partial', 2, '3', '6'],
      ['payment.confirmed', 3, '4', '10'],
    ])
  })

  test('inexact payments above the amount confirm once and show the excess, and later payments only raise the total', async () => {
    const request = await createOne(wanted('USDC', 1_000_000n))
    await pay(world, request, { units: 1_500_000n })
    await world.until(request.id, isPaid)
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event)).toMatchObject({
      amount: '1.5',
      excessAmount: '0.5',
    })
    await pay(world, request)
    await world.until(request.id, (row) => row.paid_units === '2500000')
    await world.settled()
    const events = await world.context.db.kysely
      .selectFrom('events')
      .select('type')
      .where('request_id', '=', request.id)
      .execute()
    expect(events).toEqual([{ type: 'payment.confirmed' }])
  })

  test('inexact payments are recorded, credited and flagged late after expiry', async () => {
    const request = await createOne(wanted('USDC', 1_000_000n), {
      expiresAt: new Date(Date.now() - 60_000),
    })
    await pay(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({ has_been_paid: 1, paid_late: 1 })
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event).paidLate).toBe(true)
  })

  test('inexact payments are credited with the received amount if the token deducts a fee on transfer', async () => {
    const request = await createOne(wanted('FEE', 100n * 10n ** 18n))
    await pay(world, request)
    await world.until(request.id, (row) => row.status === 'partially_paid')
    const [payment] = await world.payments(request.id)
    expect(payment).toMatchObject({
      amount_units: '100000000000000000000',
      credited_units: '99000000000000000000',
    })
    await pay(world, request, { units: 2n * 10n ** 18n })
    const paid = await world.until(request.id, isPaid)
    expect(paid.paid_units).toBe('100980000000000000000')
  })

  test('inexact payments below a ten-thousandth of the requested amount are recorded without a webhook', async () => {
    const request = await createOne(wanted('USDC', 100_000_000n))
    await pay(world, request, { units: 9_999n })
    await world.until(request.id, (row) => row.paid_units === '9999')
    expect(await world.request(request.id)).toMatchObject({
      status: 'partially_paid',
      event_sequence: 0,
    })
  })
})

describe('A transfer that does not pay the request', () => {
  test('a transfer that does not pay the request is recorded as unmatched and never credited if it is in another token', async () => {
    const request = await createOne(wanted('USDC', 1_000_000n))
    await pay(world, request, { token: chains.token('devnet', 'DAI').address, units: 10n ** 18n })
    await world.settled()
    expect(await unmatchedOf(request.id)).toMatchObject([
      { reason: 'wrong_token', amount_units: '1000000000000000000' },
    ])
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })

  test('a transfer that does not pay the request is recorded as unmatched if it goes to another payee', async () => {
    const request = await createOne(wanted('USDC', 1_000_000n))
    await pay(world, request, { payee: OTHER_PAYEE })
    await world.settled()
    expect(await unmatchedOf(request.id)).toMatchObject([{ reason: 'wrong_payee' }])
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })

  test('a transfer that does not pay the request is ignored if it uses a copy of the proxy at another address', async () => {
    const client = chains.client('devnet')
    const lookAlike = '0x1000000000000000000000000000000000000bad'
    const code = await client.getCode({ address: chains.contract('devnet', 'ERC20FeeProxy') })
    if (code === undefined) throw new Error('the proxy has no code')
    await client.setCode({ address: lookAlike, bytecode: code })
    const request = await createOne(wanted('USDC', 1_000_000n))
    const txHash = await pay(world, request, { proxy: lookAlike })
    const receipt = await client.getTransactionReceipt({ hash: txHash })
    const topic = referenceTopic(`0x${request.payment_reference.slice(2)}`)
    expect(receipt.logs.some((log) => log.topics[1] === topic)).toBe(true)
    await world.settled()
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await unmatchedOf(request.id)).toEqual([])
  })

  test('a transfer that does not pay the request is ignored if its amount is zero', async () => {
    const request = await createOne(wanted('USDC', 1_000_000n))
    await send(world, 4, paymentTransaction(world, request, { units: 0n }))
    await world.settled()
    expect(await world.payments(request.id)).toEqual([])
    expect(await unmatchedOf(request.id)).toEqual([])
  })
})

describe('A range of blocks', () => {
  test('a range of blocks records each payment once when it is scanned twice', async () => {
    const request = await createOne(wanted('USDC', 5_000_000n))
    await pay(world, request, { units: 2_000_000n })
    await world.until(request.id, (row) => row.status === 'partially_paid')
    await world.stopJobs()
    const genesis = await chains.client('devnet').getBlock({ blockNumber: 0n })
    await world.context.db.kysely
      .updateTable('chain_cursors')
      .set({ block_number: 0n, block_hash: genesis.hash })
      .execute()
    world.startJobs()
    await world.settled()
    expect(await world.payments(request.id)).toHaveLength(1)
    expect(await world.request(request.id)).toMatchObject({
      paid_units: '2000000',
      event_sequence: 1,
    })
  })

  test('a range of blocks is scanned oldest first after a downtime in which its blocks were mined', async () => {
    const request = await createOne(wanted('USDC', 3_000_000n))
    await world.stopJobs()
    for (let part = 0; part < 3; part += 1) {
      await pay(world, request, { units: 1_000_000n })
      await chains.mine('devnet', 40)
    }
    world.startJobs()
    await world.until(request.id, isPaid)
    const blocks = (await world.payments(request.id)).map((payment) => payment.block_number)
    expect(blocks).toHaveLength(3)
    expect(blocks).toEqual([...blocks].sort((a, b) => Number(a - b)))
    const events = await eventsOf(request.id, 3)
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })
})
