import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { getNetwork } from '@secure-payment/core/networks'
import { accounts, type Chains, RELAYER_ACCOUNT, startChains } from '@secure-payment/devnet'
import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  keccak256,
  toBytes,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendTrigger, type Trigger, tryTrigger } from '../devnet/support/permits.ts'
import type { Answer } from '../support/callApi.ts'
import { expectMembers } from '../support/expectMembers.ts'
import { type Permit, SCHEDULE_PERMIT } from '../support/permits.ts'
import published from '../support/publishedPayouts.json' with { type: 'json' }
import { balanceOf, createRequest } from '../support/requestCalls.ts'
import { registerAccount } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  SECOND_PAYEE as PAYEE,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

/**
 * Tests recurring payouts over HTTP only: a wallet signs the permit from the response, and the contract accepts or rejects it.
 * The tests compute every calendar and permit independently, from the specification.
 */
const SEED = 20_261_121
const DAY_S = 86_400
const PATH = '/v2/payouts/recurring'
/** The payer, with tokens and coins on the devnet. */
const PAYER_INDEX = 5
const payer = privateKeyToAccount(accounts[PAYER_INDEX]?.privateKey ?? '0x')

let chains: Chains
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    // The relayer pays for every merchant and every amount here; gasDrain.test.ts covers permissions and minimum amounts.
    PAY_RELAY_FOR: 'all',
    PAY_RELAY_DUST: 'allow',
  })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const today = () => test.clock.now().toISOString().slice(0, 10)

type Recurrence = { startDate: string; frequency: string; totalPayments: number }

function bodyOf(recurrence: Partial<Recurrence & { payer: string }> = {}, more: object = {}) {
  return {
    payee: PAYEE,
    amount: '10',
    invoiceCurrency: 'USDC-devnet',
    paymentCurrency: 'USDC-devnet',
    recurrence: {
      startDate: today(),
      frequency: 'DAILY',
      totalPayments: 3,
      payer: payer.address,
      ...recurrence,
    },
    ...more,
  }
}

async function create(body: object, headers: Record<string, string> = {}): Promise<Answer['json']> {
  const anonymous = Object.keys(headers).length > 0
  const { status, json, text } = await test.call('POST', '/v2/payouts', {
    body,
    headers,
    anonymous,
  })
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return json
}

/** Signs the response's domain, types and values unchanged, as ethers does. */
function sign(created: Answer['json'], account = payer): Promise<Hex> {
  const { domain, types, values } = created.recurringPaymentPermit
  return account.signTypedData({ domain, types, primaryType: 'SchedulePermit', message: values })
}

const activate = (id: string, permitSignature: string) =>
  test.call('POST', `${PATH}/${id}`, { body: { permitSignature } })
const update = (id: string, action: string) =>
  test.call('PATCH', `${PATH}/${id}`, { body: { action } })
const read = async (id: string) => (await test.call('GET', `${PATH}/${id}`)).json

/** Returns the contract's permit from a response. */
function permitOf({ recurringPaymentPermit }: Answer['json']): Permit['message'] {
  const { values } = recurringPaymentPermit
  const units = ['amount', 'feeAmount', 'relayerFee', 'nonce', 'deadline'] as const
  const numbers = Object.fromEntries(units.map((name) => [name, BigInt(values[name])]))
  return { ...values, ...numbers }
}

async function send(
  account: number,
  transactions: readonly { to: Address; data: Hex; value: Hex }[],
) {
  const wallet = chains.wallet('devnet', account)
  for (const { to, data, value } of transactions) {
    const { status } = await wallet.sendTransactionSync({ to, data, value: BigInt(value) })
    expect(status).toBe('success')
  }
}

/**
 * Returns the time of payment `k`, counted from 0, in seconds since 1970. In a shorter month, the 31st becomes the last day.
 */
function momentOf({ startDate, frequency }: Recurrence, k: number): number {
  const start = new Date(startDate)
  const startS = Math.floor(start.getTime() / 1_000)
  if (frequency === 'DAILY') return startS + k * DAY_S
  if (frequency === 'WEEKLY') return startS + k * 7 * DAY_S
  const months = start.getUTCMonth() + (frequency === 'MONTHLY' ? k : 12 * k)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(start.getUTCDate(), lastDay)
  const midnight = Date.UTC(start.getUTCFullYear(), months, day) / 1_000
  return midnight + Math.floor((start.getTime() % (DAY_S * 1_000)) / 1_000)
}

describe('A recurring payout’s permit', () => {
  const recurrences = fc.record({
    days: fc.integer({ min: 0, max: 700 }),
    secondOfDay: fc.option(fc.integer({ min: 0, max: DAY_S - 1 })),
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    totalPayments: fc.oneof(fc.integer({ min: 2, max: 255 }), fc.constantFrom(2, 255)),
  })
  const money = fc.record({
    units: fc.integer({ min: 1, max: 2_000_000_000 }),
    hasFee: fc.boolean(),
  })

  it('a recurring payout’s permit contains the amounts and the calendar of any schedule, but never allows an early payment', async () => {
    const property = fc.asyncProperty(recurrences, money, async (when, { units, hasFee }) => {
      const { days, secondOfDay, frequency, totalPayments } = when
      const midnight = Date.parse(today()) + days * DAY_S * 1_000
      const startDate =
        secondOfDay === null
          ? new Date(midnight).toISOString().slice(0, 10)
          : new Date(midnight + secondOfDay * 1_000).toISOString()
      const recurrence = { startDate, frequency, totalPayments }
      // The amounts are whole hundreds of base units, so that 1 % of an amount is exact.
      const amount = (units / 10_000).toFixed(4)
      const fee = hasFee ? { feePercentage: '1', feeAddress: FEE_ADDRESS } : {}
      const created = await create(bodyOf(recurrence, { amount, ...fee }))
      const permit = permitOf(created)
      const amountUnits = BigInt(units) * 100n
      const feeUnits = hasFee ? BigInt(units) : 0n
      expect(permit).toMatchObject({
        subscriber: payer.address,
        token: chains.token('devnet', 'USDC').address,
        recipient: PAYEE,
        feeAddress: hasFee ? FEE_ADDRESS : `0x${'0'.repeat(40)}`,
        amount: amountUnits,
        feeAmount: feeUnits,
        relayerFee: 0n,
        totalPayments,
        strictOrder: true,
      })
      expect(permit.firstPayment).toBe(momentOf(recurrence, 0))
      expect(permit.deadline).toBe(BigInt(momentOf(recurrence, totalPayments - 1) + 90 * DAY_S))
      const slack = Array.from({ length: totalPayments - 1 }, (_, index) => {
        const due = permit.firstPayment + (index + 1) * permit.periodSeconds
        return (momentOf(recurrence, index + 1) - due) / (index + 1)
      })
      // The permit's due times are never later than the calendar's, and its period is the longest for which this holds.
      expect(Math.min(...slack)).toBeGreaterThanOrEqual(0)
      expect(Math.min(...slack)).toBeLessThan(1)
      const total = (amountUnits + feeUnits) * BigInt(totalPayments)
      expect(created.metadata).toMatchObject({
        totalNeededAllowance: String(total),
        existingPaymentsAmount: '0',
      })
    })
    await fc.assert(property, { numRuns: 40, seed: SEED, endOnFailure: true })
  })

  it('a recurring payout’s permit has the type that the deployed contract hashes, with the same content as both message and values', async () => {
    const { recurringPaymentPermit: permit } = await create(bodyOf())
    const members = permit.types.SchedulePermit.map(
      ({ name, type }: { name: string; type: string }) => `${type} ${name}`,
    )
    // The type hash of the proxies on Ethereum, Arbitrum, Base, Polygon, BSC, Gnosis and Sepolia.
    expect(keccak256(toBytes(`SchedulePermit(${members.join(',')})`))).toBe(
      '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03',
    )
    expect(permit.types).toEqual({ SchedulePermit: SCHEDULE_PERMIT })
    expect(permit.primaryType).toBe('SchedulePermit')
    expect(permit.message).toEqual(permit.values)
    expect(permit.values.nonce).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('a recurring payout’s permit differs each time, even for the same terms', async () => {
    const [first, second] = [await create(bodyOf()), await create(bodyOf())]
    const digestOf = ({ recurringPaymentPermit }: Answer['json']) => {
      const { domain, types, primaryType, message } = recurringPaymentPermit
      return hashTypedData({ domain, types, primaryType, message })
    }
    expect(digestOf(first)).not.toBe(digestOf(second))
    expect(first.requestId).not.toBe(second.requestId)
  })
})

describe('The responses to existing clients', () => {
  it('the responses to existing clients have every member of the published examples of creation and activation', async () => {
    const created = await create(bodyOf())
    expectMembers(published['POST /v2/payouts'].recurringPayment, created)
    const { status, json } = await activate(created.id, await sign(created))
    expect(status).toBe(201)
    const { success } = published['POST /v2/payouts/recurring/{id}']
    expect(json).toMatchObject({ ...success, id: created.id })
    await update(created.id, 'cancel')
  })
})

describe('A payer’s signed permit', () => {
  it('a payer’s signed permit limits the contract to exact payments, in order and when due, until it is cancelled', async () => {
    const fee = { feePercentage: '2.5', feeAddress: FEE_ADDRESS }
    const created = await create(bodyOf({ frequency: 'WEEKLY', totalPayments: 4 }, fee))
    await send(PAYER_INDEX, created.transactions)
    const signature = await sign(created)
    expect((await activate(created.id, signature)).status).toBe(201)
    const { requests } = await read(created.id)
    expect(requests).toEqual([
      { requestId: created.requestId, paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/) },
    ])
    const permit = permitOf(created)
    const trigger = (index: number): Trigger => ({
      ...{ permit, signature, index },
      paymentReference: requests[0].paymentReference,
    })
    const attempt = (index: number, at: number) =>
      tryTrigger(chains, { network: 'devnet', trigger: trigger(index), at })
    const now = Number((await chains.client('devnet').getBlock()).timestamp) + 10
    expect(await attempt(2, now)).toMatchObject({ name: 'PaymentOutOfOrder' })
    const before = await balances()
    await sendTrigger(chains, { network: 'devnet', trigger: trigger(1), at: now })
    const after = await balances()
    expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([
      -10_250_000n,
      10_000_000n,
      250_000n,
    ])
    const due = permit.firstPayment + 7 * DAY_S
    expect(await attempt(2, due - 1)).toMatchObject({ name: 'PaymentNotDue' })
    expect(await attempt(2, due)).toBeNull()
    expect(await attempt(2, Number(permit.deadline) + 1)).toMatchObject({ name: 'PermitExpired' })

    const cancelled = await update(created.id, 'cancel')
    expect(cancelled.json).toMatchObject({ status: 'cancelled', metadata: { totalPayments: 4 } })
    await send(PAYER_INDEX, cancelled.json.transactions)
    expect(await attempt(2, due)).toMatchObject({ name: 'PermitIsCancelled' })
  })

  async function balances(): Promise<bigint[]> {
    const owners = [payer.address, PAYEE, FEE_ADDRESS]
    return Promise.all(owners.map((owner) => balanceOf(chains, 'USDC', owner)))
  }
})

describe('The permit for a page’s recurring payout', () => {
  it('the permit pays its client ID’s destination, with the client ID’s fee, regardless of the body that the page sends', async () => {
    const { destinationId } = formatDestinationId({
      walletAddress: FEE_ADDRESS,
      chainId: 31_337,
      tokenAddress: chains.token('devnet', 'USDC').address,
    })
    const { clientId } = await test.createClientId({
      label: 'Subscriptions',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destinationId,
    })
    const page = pageHeaders(clientId)
    const { payee: _, ...unnamed } = bodyOf()
    const bound = permitOf(await create(unnamed, page))
    expect(bound).toMatchObject({ recipient: FEE_ADDRESS, feeAmount: 0n })

    const feeOfPage = { feePercentage: '50', feeAddress: payer.address }
    const priced = await test.createClientId({
      label: 'Platform',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const platform = pageHeaders(priced.clientId)
    // 1 % of 10 USDC.
    expect(permitOf(await create({ ...bodyOf(), ...feeOfPage }, platform))).toMatchObject({
      recipient: PAYEE,
      feeAddress: FEE_ADDRESS,
      feeAmount: 100_000n,
    })
    const elsewhere = await test.call('POST', '/v2/payouts', {
      anonymous: true,
      headers: page,
      body: bodyOf(),
    })
    expect([elsewhere.status, elsewhere.json.code]).toEqual([403, 'destination_not_allowed'])
  })
})

describe('The allowance that a payer approves', () => {
  it('the allowance that a payer approves counts the active schedules of all merchants, and no others', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const { apiKey } = await test.createTenant()
    const of = (amount: string, totalPayments: number) =>
      bodyOf({ payer: wallet.address, totalPayments }, { amount })
    const theirs = await create(of('7', 3), { 'x-api-key': apiKey })
    const headers = { 'x-api-key': apiKey }
    const body = { permitSignature: await sign(theirs, wallet) }
    const path = `${PATH}/${theirs.id}`
    const activated = await test.call('POST', path, { anonymous: true, headers, body })
    expect(activated.status).toBe(201)
    const ended = await create(of('100', 2))
    expect((await activate(ended.id, await sign(ended, wallet))).status).toBe(201)
    expect((await update(ended.id, 'cancel')).status).toBe(200)
    await create(of('1000', 2))
    const { metadata } = await create(of('5', 2))
    expect(metadata).toEqual({
      stepsRequired: 2,
      totalNeededAllowance: '31000000',
      currentAllowance: '0',
      additionalAllowanceNeeded: '31000000',
      existingPaymentsAmount: '21000000',
    })
  })
})

describe('A recurring payout’s request', () => {
  it('a recurring payout’s request is readable like other requests, and only its schedule can pay it', async () => {
    const created = await create(bodyOf({}, { reference: 'SUB-1' }))
    const { requestId } = created
    const { json: request } = await test.call('GET', `/v2/request/${requestId}`)
    expect(request).toMatchObject({
      payee: PAYEE,
      payer: payer.address,
      requestAmount: '10',
      reference: 'SUB-1',
      hasBeenPaid: false,
    })
    const answers = [
      await test.call('GET', `/v2/request/${requestId}/pay?wallet=${payer.address}`),
      await test.call('GET', `/v2/request/${requestId}/routes?wallet=${payer.address}`),
      await test.call('GET', `/v1/request/${request.paymentReference}/pay`),
      await test.call('POST', '/v2/payouts/batch', {
        body: { requestIds: [await createRequest(test), requestId] },
      }),
    ]
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [400, 'paid_by_schedule']),
    )
    const body = { isRecurrenceStopped: true }
    const stopped = await test.call('PATCH', `/v2/request/${requestId}`, { body })
    expect([stopped.status, stopped.json.code]).toEqual([400, 'not_recurring'])
  })
})

describe('Access rules', () => {
  it('access rules let a page with a client ID and a signed-in member create and read a recurring payout', async () => {
    const { clientId } = await test.createClientId()
    const page = pageHeaders(clientId)
    const body = bodyOf({}, { customerInfo: { email: 'ana@example.test' }, reference: 'SUB-2' })
    const created = await create(body, page)
    const path = `${PATH}/${created.id}`
    const own = await test.call('GET', path, { anonymous: true, headers: page })
    expect(own.json).toMatchObject({ id: created.id, status: 'pending', reference: 'SUB-2' })
    expect(own.text).not.toContain('ana@example.test')
    const { headers: session } = await registerAccount(test)
    const mine = await create(bodyOf(), session)
    const list = await test.call('GET', PATH, { anonymous: true, headers: session })
    expect(list.json.recurringPayments.map(({ id }: { id: string }) => id)).toEqual([mine.id])
    const foreign = await test.call('GET', path, { anonymous: true, headers: session })
    expect(foreign.status).toBe(404)
  })

  it('access rules deny the list to a client ID, which is public, because any caller with a payout’s id can cancel it', async () => {
    const { clientId } = await test.createClientId()
    const page = pageHeaders(clientId)
    await create(bodyOf(), page)
    const { status, json } = await test.call('GET', PATH, { anonymous: true, headers: page })
    expect([status, json.code]).toEqual([403, 'credential_not_accepted'])
  })

  it('access rules allow polling with an ETag, which returns the body again only after a change', async () => {
    const created = await create(bodyOf())
    const path = `${PATH}/${created.id}`
    const { etag = '' } = (await test.call('GET', path)).headers
    const headers = { 'if-none-match': etag }
    expect((await test.call('GET', path, { headers })).status).toBe(304)
    await update(created.id, 'cancel')
    expect((await test.call('GET', path, { headers })).json).toMatchObject({ status: 'cancelled' })
  })
})

describe('The payer’s remaining steps for a recurring payout', () => {
  const RESUMING_INDEX = 6
  const resuming = privateKeyToAccount(accounts[RESUMING_INDEX]?.privateKey ?? '0x')
  const { address: proxy = '' } = getNetwork('devnet').contracts.ERC20RecurringPaymentProxy ?? {}
  const createMine = (amount: string, totalPayments = 3) =>
    create(bodyOf({ payer: resuming.address, totalPayments }, { amount }))
  const activateMine = async (created: Answer['json']) => {
    const { status } = await activate(created.id, await sign(created, resuming))
    expect(status).toBe(201)
  }
  const approve = (units: bigint) => {
    const args = [`0x${proxy.slice(2)}`, units] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    return {
      to: chains.token('devnet', 'USDC').address,
      data,
      value: '0x0',
      chainId: 31_337,
    } as const
  }

  it('the payer’s remaining steps are in the response until the payout is signed: the permit and the missing approvals', async () => {
    const created = await createMine('10')
    const pending = await read(created.id)
    expect(pending.recurringPaymentPermit).toEqual(created.recurringPaymentPermit)
    expect(pending.transactions).toEqual([approve(30_000_000n)])
    expect(pending.transactions).toEqual(created.transactions)

    // The payer's other schedule uses the same allowance once it is activated.
    const other = await createMine('4', 2)
    await activateMine(other)
    expect((await read(created.id)).transactions).toEqual([approve(38_000_000n)])
    await send(RESUMING_INDEX, (await read(created.id)).transactions)
    const approved = await read(created.id)
    expect(approved.transactions).toEqual([])

    await activateMine(approved)
    for (const id of [created.id, other.id]) {
      const active = await read(id)
      expect(active).not.toHaveProperty('recurringPaymentPermit')
      expect(active).not.toHaveProperty('transactions')
      await send(RESUMING_INDEX, (await update(id, 'cancel')).json.transactions)
    }
  })

  it('the payer’s remaining steps for a recurring payout are omitted from the list in every state', async () => {
    const { apiKey } = await test.createTenant()
    const own = { anonymous: true, headers: { 'x-api-key': apiKey } }
    await create(bodyOf(), own.headers)
    const { id } = await create(bodyOf(), own.headers)
    await test.call('PATCH', `${PATH}/${id}`, { ...own, body: { action: 'cancel' } })
    const { recurringPayments: listed } = (await test.call('GET', PATH, own)).json
    expect(listed).toHaveLength(2)
    for (const record of listed) {
      expect(record).not.toHaveProperty('recurringPaymentPermit')
      expect(record).not.toHaveProperty('transactions')
    }
  })

  it('the payer’s remaining steps for a recurring payout are absent for an expired permit', async () => {
    const { id } = await createMine('10')
    await test.host.context.db.kysely
      .updateTable('recurring_payments')
      .set({ deadline_s: BigInt(Math.floor(test.clock.now().getTime() / 1_000) - 1) })
      .where('id', '=', id)
      .execute()
    const record = await read(id)
    expect(record.status).toBe('pending')
    expect(record).not.toHaveProperty('recurringPaymentPermit')
    expect(record).not.toHaveProperty('transactions')
  })

  it('the payer’s remaining steps include each step that revokes a cancelled payout, until that step is done', async () => {
    const created = await createMine('10')
    await send(RESUMING_INDEX, created.transactions)
    await activateMine(created)
    const { json: cancelled } = await update(created.id, 'cancel')
    expect(cancelled.transactions).toHaveLength(2)
    expect((await read(created.id)).transactions).toEqual(cancelled.transactions)
    const [lower, revoke] = cancelled.transactions
    expect(lower).toEqual(approve(0n))
    await send(RESUMING_INDEX, [lower])
    expect((await read(created.id)).transactions).toEqual([revoke])
    await send(RESUMING_INDEX, [revoke])
    expect((await read(created.id)).transactions).toEqual([])
  })

  it('the payer’s remaining steps for a recurring payout lower the allowance only by the schedule’s own share', async () => {
    const created = await createMine('10')
    await activateMine(created)
    // 30 USDC of the allowance belong to the schedule.
    await send(RESUMING_INDEX, [approve(75_000_000n)])
    await update(created.id, 'cancel')
    const [lower, revoke] = (await read(created.id)).transactions
    expect(lower).toEqual(approve(45_000_000n))
    await send(RESUMING_INDEX, [lower])
    expect((await read(created.id)).transactions).toEqual([revoke])
    await send(RESUMING_INDEX, [revoke, approve(0n)])
    expect((await read(created.id)).transactions).toEqual([])
  })

  it('the payer’s remaining steps are returned without the transactions when the node is unreachable, or does not respond in time', async () => {
    const [pending, cancelled] = [await createMine('10'), await createMine('10')]
    await update(cancelled.id, 'cancel')
    await using silent = await startSilentServer()
    for (const url of ['http://127.0.0.1:1', silent.url]) {
      await using neighbour = await test.startNeighbour({ PAY_RPC_URL_DEVNET: url })
      const first = await neighbour.call('GET', `${PATH}/${pending.id}`)
      expect(first.status).toBe(200)
      expect(first.json.recurringPaymentPermit).toEqual(pending.recurringPaymentPermit)
      expect(first.json).not.toHaveProperty('transactions')
      const second = await neighbour.call('GET', `${PATH}/${cancelled.id}`)
      expect([second.status, second.json.status]).toEqual([200, 'cancelled'])
      expect(second.json).not.toHaveProperty('transactions')
    }
  })

  it('the payer’s remaining steps for a recurring payout are returned only to the client ID that created the payout', async () => {
    const [own, other] = [await test.createClientId(), await test.createClientId()]
    const headersOf = ({ clientId }: { clientId: string }) => ({
      ...pageHeaders(clientId),
    })
    const created = await create(bodyOf(), headersOf(own))
    const asked = (headers: Record<string, string>) =>
      test.call('GET', `${PATH}/${created.id}`, { anonymous: true, headers })
    const { recurringPaymentPermit } = (await asked(headersOf(own))).json
    expect(recurringPaymentPermit).toEqual(created.recurringPaymentPermit)
    expect((await asked(headersOf(other))).status).toBe(404)
  })
})

/** Starts a server that accepts connections but never responds. */
async function startSilentServer(): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('A recurring payout’s state', () => {
  type State = 'pending' | 'active' | 'paused' | 'completed' | 'cancelled'
  type Step = 'sign' | 'forge' | 'cancel' | 'unpause' | 'fail' | 'finish'

  /** Returns the expected response to a step, and the next state. The executor's steps, `fail` and `finish`, have no response. */
  function expected(state: State, step: Step): { answer: string | number | null; next: State } {
    const stay = (answer: string | null) => ({ answer, next: state })
    const over = { cancelled: 'already_cancelled', completed: 'already_completed' } as const
    switch (step) {
      case 'fail':
        return { answer: null, next: state === 'active' ? 'paused' : state }
      case 'finish':
        return { answer: null, next: state === 'active' ? 'completed' : state }
      case 'sign':
      case 'forge':
        if (state === 'active' || state === 'paused') return stay('already_active')
        if (state !== 'pending') return stay(over[state])
        return step === 'sign' ? { answer: 201, next: 'active' } : stay('validation_failed')
      case 'cancel':
        if (state === 'cancelled' || state === 'completed') return stay(over[state])
        return { answer: 200, next: 'cancelled' }
      case 'unpause':
        if (state === 'cancelled' || state === 'completed') return stay(over[state])
        return state === 'paused' ? { answer: 200, next: 'active' } : stay('not_paused')
    }
  }

  it('a recurring payout’s state is correct after each call of a random sequence', async () => {
    const steps = fc.array(
      fc.constantFrom<Step>('sign', 'sign', 'forge', 'cancel', 'unpause', 'fail', 'fail', 'finish'),
      { minLength: 2, maxLength: 10 },
    )
    const property = fc.asyncProperty(steps, async (taken) => {
      const created = await create(bodyOf())
      let state: State = 'pending'
      for (const step of taken) {
        const { answer, next } = expected(state, step)
        expect({ taken, step, answer: await take(step, created, state) }).toEqual({
          ...{ taken, step, answer },
        })
        state = next
        const record = await read(created.id)
        expect(record).toMatchObject({ status: state, processedPayments: 0, payments: [] })
        expect(record.nextPaymentDate === null).toBe(state !== 'active')
        // An ended payout may keep its failure count, so only paused and active payouts are checked.
        if (state === 'paused') expect(record.failureCount).toBe(3)
        if (state === 'active') expect(record).not.toHaveProperty('failureCount')
      }
    })
    await fc.assert(property, { numRuns: 40, seed: SEED, endOnFailure: true })
  })

  async function take(step: Step, created: Answer['json'], state: State) {
    if (step === 'fail' || step === 'finish') {
      if (state === 'active') await execute(created.id, step)
      return null
    }
    const stranger = privateKeyToAccount(`0x${'52'.repeat(32)}`)
    const { status, json } =
      step === 'sign' || step === 'forge'
        ? await activate(created.id, await sign(created, step === 'sign' ? payer : stranger))
        : await update(created.id, step)
    return status < 300 ? status : json.code
  }

  /**
   * Writes the changes that the executor makes after a third failed attempt, or after the last confirmed payment.
   */
  async function execute(id: string, step: 'fail' | 'finish'): Promise<void> {
    const failed = {
      status: 'paused',
      failure_count: 3,
      failure_reason: 'insufficient_balance',
    } as const
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('recurring_payments')
      .set({ ...(step === 'fail' ? failed : { status: 'completed' as const }), next_due_at: null })
      .where('id', '=', id)
      .execute()
  }
})

describe('A recurring payout at or above the approval limit', () => {
  const NO_SIGNATURE = `0x${'11'.repeat(65)}`

  /**
   * Opens a merchant account with an approval limit, and creates a payout above it. No member requested the payout, so the owner
   * may decide.
   */
  async function createWaiting() {
    const { headers } = await registerAccount(test)
    const call = (method: string, path: string, body?: object) =>
      test.call(method, path, { anonymous: true, headers, ...(body && { body }) })
    await call('PUT', '/v1/approval-limit', { limitInUsd: '25' })
    const { status, json } = await call('POST', '/v2/payouts', bodyOf())
    expect([status, Object.keys(json)]).toEqual([
      202,
      ['status', 'approvalId', 'requestIds', 'recurringPaymentId'],
    ])
    await test.host.context.db.kysely
      .updateTable('approvals')
      .set({ requested_by: null })
      .where('id', '=', json.approvalId)
      .execute()
    const path = `${PATH}/${json.recurringPaymentId}`
    const decide = (decision: string) =>
      call('POST', `/v1/approvals/${json.approvalId}/${decision}`)
    return { call, path, decide }
  }

  it('a recurring payout at or above the approval limit reveals its permit and can be activated only after the approval', async () => {
    const { call, path, decide } = await createWaiting()
    const waiting = await call('GET', path)
    expect([waiting.json.status, waiting.json.recurringPaymentPermit]).toEqual([
      'pending',
      undefined,
    ])
    expect(waiting.json.transactions).toBeUndefined()
    expect(await call('POST', path, { permitSignature: NO_SIGNATURE })).toMatchObject({
      status: 400,
      json: { code: 'awaiting_approval' },
    })
    expect((await decide('approve')).json).toMatchObject({ kind: 'schedule', status: 'approved' })
    const { json } = await call('GET', path)
    const permitSignature = await sign(json)
    expect((await call('POST', path, { permitSignature })).json.status).toBe('active')
  })

  it('a recurring payout at or above the approval limit ends when a member declines or cancels it', async () => {
    const declined = await createWaiting()
    expect((await declined.decide('decline')).status).toBe(200)
    expect((await declined.call('GET', declined.path)).json.status).toBe('cancelled')
    const cancelled = await createWaiting()
    const { call, path, decide } = cancelled
    expect((await call('PATCH', path, { action: 'cancel' })).status).toBe(200)
    expect(await decide('approve')).toMatchObject({ status: 409 })
    expect((await call('POST', path, { permitSignature: NO_SIGNATURE })).status).toBe(400)
  })
})
