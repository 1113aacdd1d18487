import { paymentConfirmed, paymentPartial } from '@secure-payment/core/webhooks'
import { type Chains, mockAggregatorAbi, priceFeeds, startChains } from '@secure-payment/devnet'
import { encodeAbiParameters, formatUnits, type Hex, keccak256, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import type { Wanted } from './support/createRequests.ts'
import { pay, payBatch } from './support/pay.ts'
import { conversionTerms, convertOnChain, pathOf, payConverted } from './support/payConverted.ts'
import { payTogether } from './support/payTogether.ts'
import { feedOf, setPrice } from './support/setPrice.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let world: World

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  // A dollar is 1.25 USDC and 1.00015... DAI; ETH stays at 2,500 dollars and EUR at 1.1.
  await setPrice(chains, 'USDC', '0.8')
  await setPrice(chains, 'DAI', '0.99985')
  world = await startWorld(chains)
})

afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FEE_ADDRESS = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'

/** Returns a fiat amount in units of the contracts' precision. */
const fiat = (amount: string) => parseUnits(amount, 8)

/** Connects a pair of currencies to another feed in the rate contract, as its administrator. */
async function connectFeed(input: Hex, output: Hex, feed: Hex): Promise<void> {
  const client = chains.client('devnet')
  const address = chains.contract('devnet', 'ChainlinkConversionPath')
  const [known] = priceFeeds(chains.chain('devnet').network)
  if (known === undefined) throw new Error('no feeds')
  for (let slot = 0n; slot < 8n; slot += 1n) {
    const value = await client.getStorageAt({
      address,
      slot: feedSlot(known.input, known.output, slot),
    })
    if (!value?.toLowerCase().endsWith(known.address.slice(2).toLowerCase())) continue
    await client.setStorageAt({
      address,
      index: feedSlot(input, output, slot),
      value: `0x${feed.slice(2).padStart(64, '0')}`,
    })
    return
  }
  throw new Error('The contract keeps its feeds elsewhere.')
}

/** Returns the storage slot of an entry in `mapping(address => mapping(address => address))`. */
function feedSlot(input: Hex, output: Hex, slot: bigint): Hex {
  const inner = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [input, slot]),
  )
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [output, inner]))
}

async function setUpdatedAt(symbol: string, timeS: bigint): Promise<void> {
  await chains.wallet('devnet', 9).writeContractSync({
    address: feedOf(chains, symbol),
    abi: mockAggregatorAbi,
    functionName: 'setUpdatedAt',
    args: [timeS],
  })
}

type Extras = Pick<Wanted, 'fee' | 'maxRateAgeS' | 'payee'>

function wanted(invoice: string, amount: string, symbol: string, extras: Partial<Extras> = {}) {
  const token = symbol === 'ETH' ? null : chains.token('devnet', symbol).address
  return { payee: PAYEE, invoice, token, units: fiat(amount), ...extras }
}

async function createOne(item: Wanted, options: { expiresAt?: Date } = {}) {
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

async function onlyPayment(request: Row<'requests'>): Promise<Row<'payments'>> {
  const [payment, ...others] = await world.payments(request.id)
  if (payment === undefined || others.length > 0) throw new Error('not one payment')
  return payment
}

async function unmatchedOf(requestId: string): Promise<Row<'unmatched_payments'>[]> {
  return world.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

/** Returns an account's balance in a token, or in the native coin. */
async function balanceOf(token: string | null, owner: string): Promise<bigint> {
  const client = chains.client('devnet')
  const address: Hex = `0x${owner.slice(2)}`
  if (token === null) return client.getBalance({ address })
  return client.readContract({
    address: `0x${token.slice(2)}`,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ] as const,
    functionName: 'balanceOf',
    args: [address],
  })
}

/** Returns an account's gain in a token during `run`. */
async function gained(token: string | null, owner: string, run: () => Promise<unknown>) {
  const before = await balanceOf(token, owner)
  await run()
  return (await balanceOf(token, owner)) - before
}

describe('An exact conversion', () => {
  test('an exact conversion from dollars to a token with a fee is confirmed, and its event contains the rate', async () => {
    const fee = { units: fiat('1.6'), address: FEE_ADDRESS }
    const request = await createOne(wanted('USD', '80.55', 'USDC', { fee }))
    const received = await gained(request.token_address, PAYEE, () => payConverted(world, request))
    // The amount is 80.55 dollars at 1.25 USDC per dollar.
    expect(received).toBe(100_687_500n)
    expect(await world.until(request.id, isPaid)).toMatchObject({
      paid_units: '8055000000',
      has_been_paid: 1,
      paid_late: 0,
      event_sequence: 1,
    })
    const payment = await onlyPayment(request)
    expect(payment).toMatchObject({
      type: 'conversion',
      request_units: '8055000000',
      amount_units: '100687500',
      credited_units: '100687500',
      fee_units: '2000000',
      fee_address: FEE_ADDRESS,
      conversion_rate: '1.25',
      rate_source: 'chainlink',
      amount_in_usd: '80.55',
      invoice_currency: 'USD',
      payment_currency: 'USDC-devnet',
      reference: 'order-1',
      payer: chains.accounts[1]?.address,
      recurring_payment_id: null,
    })
    expect(BigInt(payment.gas_units ?? 0)).toBeGreaterThan(0n)
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event)).toMatchObject({
      amount: '80.55',
      totalAmountPaid: '80.55',
      expectedAmount: '80.55',
      currency: 'USD',
      paymentCurrency: 'USDC',
      invoiceCurrencyId: 'USD',
      paymentCurrencyId: 'USDC-devnet',
      payerAddress: chains.accounts[1]?.address,
      fees: [
        { type: 'gas', amount: formatUnits(BigInt(payment.gas_units ?? 0), 18), currency: 'ETH' },
        { type: 'platform', amount: '2', currency: 'USDC', provider: 'onchain' },
      ],
      conversionRate: '1.25',
      conversionRateSource: '1',
      conversionRateDestination: '1.25',
      convertedAmountSource: '100.6875',
      convertedAmountDestination: '100.6875',
      rateProvider: 'chainlink',
    })
  })

  test('an exact conversion from dollars to the native coin counts the payee’s amount, not the higher sent value', async () => {
    const request = await createOne(wanted('USD', '2500.05', 'ETH'))
    const received = await gained(null, PAYEE, () => payConverted(world, request, { payer: 2 }))
    expect(received).toBe(parseUnits('1.00002', 18))
    await world.until(request.id, isPaid)
    expect(await onlyPayment(request)).toMatchObject({
      request_units: '250005000000',
      credited_units: '1000020000000000000',
      conversion_rate: '0.0004',
      amount_in_usd: '2500.05',
      token_address: null,
      payer: chains.accounts[2]?.address,
    })
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event)).toMatchObject({
      amount: '2500.05',
      convertedAmountDestination: '1.00002',
      paymentCurrency: 'ETH',
    })
  })

  test('an exact conversion counts the invoiced amount to the last unit over two hops at a non-terminating rate', async () => {
    const request = await createOne(wanted('EUR', '33.33', 'DAI'))
    const received = await gained(request.token_address, PAYEE, () => payConverted(world, request))
    expect(received).toBe(await convertOnChain(world, fiat('33.33'), pathOf(request)))
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '3333000000' })
    expect(await onlyPayment(request)).toMatchObject({
      request_units: '3333000000',
      credited_units: received.toString(),
    })
  })

  test('an exact conversion includes the value in dollars for a currency without minor units', async () => {
    const request = await createOne(wanted('JPY', '1000', 'USDC'))
    await payConverted(world, request)
    await world.until(request.id, isPaid)
    // A yen is 0.0067 dollars, and a dollar is 1.25 USDC.
    expect(await onlyPayment(request)).toMatchObject({
      request_units: '100000000000',
      credited_units: '8375000',
      conversion_rate: '0.008375',
      amount_in_usd: '6.7',
    })
    // A euro is 1.1 dollars, a yuan 0.14, a pound 1.25: 6.7 / 1.1 = 6.0909…, 6.7 / 0.14 = 47.857142857…
    expect(JSON.parse(String((await onlyPayment(request)).fiat_worths))).toEqual({
      EUR: '6.09090909',
      CNY: '47.85714285',
      GBP: '5.36',
      JPY: '1000',
    })
  })

  test('an exact conversion credits the amount once if the payee also receives the fee', async () => {
    const fee = { units: fiat('2'), address: PAYEE }
    const request = await createOne(wanted('USD', '10', 'USDC', { fee }))
    await payConverted(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '1000000000' })
    expect(await onlyPayment(request)).toMatchObject({
      credited_units: '12500000',
      fee_units: '2500000',
    })
  })
})

describe('One batch contract transaction', () => {
  test('one batch contract transaction pays a direct, a converted and a native request, each with a separate event', async () => {
    const requests = await world.create([
      { payee: PAYEE, token: chains.token('devnet', 'USDC').address, units: 4_000_000n },
      wanted('USD', '12.34', 'USDC'),
      { payee: PAYEE, token: null, units: parseUnits('0.5', 18) },
      wanted('EUR', '25', 'ETH'),
    ])
    const txHash = await payBatch(world, requests, 3)
    const stored = []
    for (const request of requests) {
      await world.until(request.id, isPaid)
      const [event] = await eventsOf(request.id, 1)
      expect(paymentConfirmed.schema.parse(event)).toMatchObject({
        txHash,
        payerAddress: chains.accounts[3]?.address,
        fees: [],
      })
      stored.push(await onlyPayment(request))
    }
    expect(stored).toMatchObject([
      { type: 'direct', request_units: '4000000', conversion_rate: null, amount_in_usd: '3.2' },
      { type: 'conversion', request_units: '1234000000', credited_units: '15425000' },
      { type: 'direct', request_units: '500000000000000000', amount_in_usd: '1250' },
      // 25 euros are 27.5 dollars, which are 0.011 ETH.
      { type: 'conversion', request_units: '2500000000', credited_units: '11000000000000000' },
    ])
    expect(stored.map((payment) => payment.gas_units)).toEqual([null, null, null, null])
  })

  test('two conversions to the same payee in the same token count in one batch contract transaction, each towards its own request', async () => {
    const requests = await world.create([wanted('USD', '8', 'USDC'), wanted('EUR', '8', 'USDC')])
    await payBatch(world, requests, 4)
    const [inDollars, inEuros] = requests
    if (inDollars === undefined || inEuros === undefined) throw new Error('no requests')
    for (const request of requests) {
      expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '800000000' })
    }
    expect(await onlyPayment(inDollars)).toMatchObject({ credited_units: '10000000' })
    expect(await onlyPayment(inEuros)).toMatchObject({ credited_units: '11000000' })
  })

  test('two payments with one reference count in one batch contract transaction', async () => {
    const request = await createOne(wanted('USD', '10', 'USDC'))
    const first = await conversionTerms(world, request, { units: fiat('4') })
    const second = await conversionTerms(world, request, { units: fiat('6') })
    const txHash = await payTogether(world, [first, second], 5)
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '1000000000' })
    const events = await eventsOf(request.id, 2)
    expect(events).toMatchObject([
      { event: 'payment.partial', amount: '4', totalAmountPaid: '4', txHash },
      { event: 'payment.confirmed', amount: '6', totalAmountPaid: '10', txHash },
    ])
  })
})

describe('Payments of different kinds to one request', () => {
  test('payments of different kinds add up in the invoice currency: two partial events, then one confirmation', async () => {
    const request = await createOne(wanted('USD', '80', 'USDC'))
    await payConverted(world, request, { units: fiat('30') })
    await world.until(request.id, (row) => row.paid_units === '3000000000')
    // 12.5 USDC directly to the payee are 10 dollars.
    await pay(world, request, { units: 12_500_000n })
    await world.until(request.id, (row) => row.paid_units === '4000000000')
    const rest = await conversionTerms(world, request, { units: fiat('40') })
    const other = await createOne(wanted('USD', '1', 'USDC'))
    await payTogether(world, [rest, await conversionTerms(world, other)], 3)
    expect(await world.until(request.id, isPaid)).toMatchObject({
      paid_units: '8000000000',
      event_sequence: 3,
    })
    const events = await eventsOf(request.id, 3)
    expect(
      events.map(({ event, amount, totalAmountPaid, conversionRate }) => [
        event,
        amount,
        totalAmountPaid,
        conversionRate,
      ]),
    ).toEqual([
      ['payment.partial', '30', '30', '1.25'],
      ['payment.partial', '10', '40', '1.25'],
      ['payment.confirmed', '40', '80', '1.25'],
    ])
    for (const event of events.slice(0, 2)) paymentPartial.schema.parse(event)
    const payments = await world.payments(request.id)
    expect(payments.map((payment) => [payment.type, payment.credited_units])).toEqual([
      ['conversion', '37500000'],
      ['conversion', '12500000'],
      ['conversion', '50000000'],
    ])
  })

  test('payments above the amount confirm once and show the excess; the next payment only increases the total', async () => {
    const request = await createOne(wanted('USD', '80', 'USDC'))
    await payConverted(world, request, { units: fiat('100.01') })
    await world.until(request.id, isPaid)
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event)).toMatchObject({
      amount: '100.01',
      expectedAmount: '80',
      excessAmount: '20.01',
    })
    await pay(world, request, { units: 1_000_000n })
    await world.until(request.id, (row) => row.paid_units === '10081000000')
    await world.settled()
    expect(world.events(request.id)).toHaveLength(1)
  })

  test('payments after expiry are credited and flagged late', async () => {
    const request = await createOne(wanted('EUR', '5', 'USDC'), {
      expiresAt: new Date(Date.now() - 60_000),
    })
    await payConverted(world, request)
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_late: 1 })
    const [event] = await eventsOf(request.id, 1)
    expect(paymentConfirmed.schema.parse(event)).toMatchObject({ amount: '5', paidLate: true })
  })

  test('a payment in the requested token counts in full, even if it was made through the conversion contract', async () => {
    const token = chains.token('devnet', 'USDC').address
    const request = await createOne({ payee: PAYEE, token, units: 20_000_000n })
    const asDollars = await createOne(wanted('USD', '8', 'USDC'))
    const terms = await conversionTerms(world, asDollars)
    await payTogether(world, [
      { ...terms, paymentReference: `0x${request.payment_reference.slice(2)}` },
    ])
    await world.until(request.id, (row) => row.paid_units === '10000000')
    expect(await onlyPayment(request)).toMatchObject({
      type: 'direct',
      request_units: '10000000',
      conversion_rate: null,
      rate_source: null,
    })
    const [event] = await eventsOf(request.id, 1)
    const body = paymentPartial.schema.parse(event)
    expect(body).toMatchObject({ amount: '10', expectedAmount: '20' })
    expect(body.conversionRate).toBeUndefined()
    expect(await world.request(asDollars.id)).toMatchObject({ status: 'created' })
  })
})

describe('A conversion that differs from the request', () => {
  test('a conversion from another currency counts the received amount at the chain’s rate, not the number in the event', async () => {
    const request = await createOne(wanted('USD', '80', 'USDC'))
    // 80 yen are 0.536 dollars.
    await payConverted(world, request, { from: 'JPY' })
    await world.until(request.id, (row) => row.paid_units === '53600000')
    expect(await onlyPayment(request)).toMatchObject({
      credited_units: '670000',
      conversion_rate: '1.25',
    })
  })

  test('a conversion that differs from the request counts no more than the received amount at the chain’s rate if it circles through inconsistent feeds', async () => {
    // One feed is inconsistent: it prices a USDC at 1.1 DAI, but via the dollar a USDC is about 0.8 DAI.
    const [usdc, dai] = ['USDC', 'DAI'].map((symbol) => chains.token('devnet', symbol).address)
    await connectFeed(`0x${usdc?.slice(2)}`, `0x${dai?.slice(2)}`, feedOf(chains, 'EUR'))
    const request = await createOne(wanted('USD', '80', 'USDC'))
    const [usd = ''] = pathOf(request)
    const circle = [usd, dai ?? '', usdc ?? '']
    const path = [...circle, ...circle]
    const credited = await gained(request.token_address, PAYEE, () =>
      payConverted(world, request, { path }),
    )
    // The contract reports a conversion of 80 dollars, which are 100 USDC along the request's own path.
    expect(credited).toBeLessThan(54_000_000n)
    const row = await world.until(request.id, ({ status }) => status === 'partially_paid')
    expect(row.paid_units).toBe(String(credited * 80n))
    expect(await onlyPayment(request)).toMatchObject({ conversion_rate: '1.25' })
    expect(await eventsOf(request.id, 1)).toMatchObject([{ event: 'payment.partial' }])
    await payConverted(world, request, { units: BigInt(request.expected_units) - credited * 80n })
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '8000000000' })
  })

  test('a conversion that differs from the request is recorded as unmatched if it pays another token', async () => {
    const request = await createOne(wanted('USD', '80', 'USDC'))
    const inDai = await createOne(wanted('USD', '80', 'DAI'))
    const terms = await conversionTerms(world, inDai)
    await payTogether(world, [
      { ...terms, paymentReference: `0x${request.payment_reference.slice(2)}` },
    ])
    await world.settled()
    expect(await unmatchedOf(request.id)).toMatchObject([{ reason: 'wrong_token' }])
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })

  test('a conversion that differs from the request is ignored if it uses a copy of the proxy at another address', async () => {
    const client = chains.client('devnet')
    const lookAlike = '0x1000000000000000000000000000000000000bad'
    const proxy = chains.contract('devnet', 'Erc20ConversionProxy')
    const code = await client.getCode({ address: proxy })
    if (code === undefined) throw new Error('the proxy has no code')
    await client.setCode({ address: lookAlike, bytecode: code })
    for (const slot of [0, 1, 2]) {
      const index: Hex = `0x${slot.toString(16)}`
      const value = await client.getStorageAt({ address: proxy, slot: index })
      const padded: Hex = `0x${slot.toString(16).padStart(64, '0')}`
      if (value !== undefined)
        await client.setStorageAt({ address: lookAlike, index: padded, value })
    }
    const request = await createOne(wanted('USD', '1', 'USDC'))
    const received = await gained(request.token_address, PAYEE, () =>
      payConverted(world, request, { proxy: lookAlike }),
    )
    expect(received).toBe(1_250_000n)
    await world.settled()
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await unmatchedOf(request.id)).toEqual([])
  })

  test('a conversion that differs from the request pays nothing if its amount rounds to zero', async () => {
    const request = await createOne(wanted('USD', '80', 'USDC'))
    // A hundred-millionth of a dollar is less than a unit of USDC, and emits no payment event.
    await payConverted(world, request, { units: 1n })
    await world.settled()
    expect(await world.payments(request.id)).toEqual([])
    // One unit of DAI arrives, and is less than the smallest unit of a dollar.
    const inDai = await createOne(wanted('USD', '80', 'DAI'))
    await pay(world, inDai, { units: 1n })
    await world.settled()
    expect(await unmatchedOf(inDai.id)).toMatchObject([{ reason: 'worth_nothing' }])
    expect(await world.request(inDai.id)).toMatchObject({ status: 'created', tx_hash: null })
  })

  test('a conversion does not pay a request with a maximum rate age if the conversion sets no maximum, or its rate is too old', async () => {
    const request = await createOne(wanted('USD', '10', 'USDT', { maxRateAgeS: 60 }))
    await payConverted(world, request, { maxRateTimespanS: 0n })
    await world.settled()
    expect(await unmatchedOf(request.id)).toMatchObject([{ reason: 'rate_age_unbounded' }])
    await setUpdatedAt('USDT', 1n)
    await pay(world, request, { units: 10_000_000n })
    await world.settled()
    const reasons = (await unmatchedOf(request.id)).map(({ reason }) => reason)
    expect(reasons.sort()).toEqual(['rate_age_unbounded', 'rate_too_old'])
    await setUpdatedAt('USDT', 0n)
    await payConverted(world, request, { payer: 2 })
    expect(await world.until(request.id, isPaid)).toMatchObject({ paid_units: '1000000000' })
  })
})
