import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { encodeApprove } from '@secure-payment/core/evm'
import { encodeCancelPermit } from '@secure-payment/core/recurring'
import { accounts, type Chains, RELAYER_ACCOUNT, startChains } from '@secure-payment/devnet'
import {
  concat,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  numberToHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChainUnavailableError } from '../../host/src/chains/errors.ts'
import { activateRecurringPayout } from '../../host/src/recurring/activateRecurringPayout.ts'
import { MAX_CLIENT_ID_PAYOUTS } from '../../host/src/recurring/guardRunningPayouts.ts'
import { permitOf } from '../../host/src/recurring/permitOf.ts'
import type { Answer } from '../support/callApi.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import {
  API_KEY,
  FEE_ADDRESS,
  PAYEE,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'
import { deployAccount } from './support/smartAccounts.ts'

const run = promisify(execFile)
const PATH = '/v2/payouts'
const RECURRING = '/v2/payouts/recurring'
const DAY_MS = 86_400_000
/** The order of secp256k1 (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let chains: Chains
let test: TestHost

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startHost()
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const startHost = () =>
  startTestHost({
    PAY_NETWORKS: 'devnet,devnet-b,optimism',
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_RPC_URL_OPTIMISM: 'http://127.0.0.1:1',
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    // Every merchant may create payouts here; gasDrain.test.ts tests the permission.
    PAY_RELAY_FOR: 'all',
  })

const today = () => test.clock.now().toISOString().slice(0, 10)

/** Returns a request body for three monthly payments of 40 USDC from a fresh wallet, with the given changes. */
function bodyOf(payer: string, more: object = {}, recurrence: object = {}) {
  return {
    payee: PAYEE,
    amount: '40',
    invoiceCurrency: 'USDC-devnet',
    paymentCurrency: 'USDC-devnet',
    payerWallet: payer,
    recurrence: { startDate: today(), frequency: 'MONTHLY', totalPayments: 3, ...recurrence },
    ...more,
  }
}

const createPayer = () => privateKeyToAccount(generatePrivateKey())
type Payer = ReturnType<typeof createPayer>

async function create(body: object, options: object = {}): Promise<Answer['json']> {
  const { status, json, text } = await test.call('POST', PATH, { body, ...options })
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return json
}

function sign(payer: Payer, { recurringPaymentPermit }: Answer['json']): Promise<Hex> {
  const { domain, types, primaryType, message } = recurringPaymentPermit
  return payer.signTypedData({ domain, types, primaryType, message })
}

const activate = (id: string, permitSignature: string, options: object = {}) =>
  test.call('POST', `${RECURRING}/${id}`, { body: { permitSignature }, ...options })
const update = (id: string, action: string, options: object = {}) =>
  test.call('PATCH', `${RECURRING}/${id}`, { body: { action }, ...options })
const read = (id: string, options: object = {}) => test.call('GET', `${RECURRING}/${id}`, options)

async function createActive(payer: Payer, more: object = {}): Promise<Answer['json']> {
  const created = await create(bodyOf(payer.address, more))
  expect((await activate(created.id, await sign(payer, created))).status).toBe(201)
  return created
}

const rowOf = (id: string) =>
  test.host.context.db.kysely
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function countStored(): Promise<number[]> {
  const { kysely } = test.host.context.db
  const schedules = await kysely.selectFrom('recurring_payments').select('id').execute()
  const requests = await kysely.selectFrom('requests').select('id').execute()
  return [schedules.length, requests.length]
}

const approvedBy = (transaction: { data: Hex }) =>
  decodeFunctionData({ abi: erc20Abi, data: transaction.data })

/** Sets the payer's allowance for the contract, as if the payer had sent the transaction. */
async function approve(payer: Payer, symbol: string, units: bigint): Promise<void> {
  const client = chains.client('devnet')
  await client.setBalance({ address: payer.address, value: 10n ** 18n })
  await client.impersonateAccount({ address: payer.address })
  await client.sendTransactionSync({
    account: payer.address,
    to: chains.token('devnet', symbol).address,
    data: encodeApprove({
      token: chains.token('devnet', symbol).address,
      spender: chains.contract('devnet', 'ERC20RecurringPaymentProxy'),
      amountUnits: units,
    }).data,
    chain: null,
  })
}

describe('Creating a recurring payout', { tags: [ANY_ENGINE] }, () => {
  it('creating a recurring payout returns the permit for its terms, the approval, and its request', async () => {
    const payer = createPayer()
    const created = await create(
      bodyOf(payer.address, { feePercentage: '1.5', feeAddress: FEE_ADDRESS, reference: 'rent' }),
    )
    const contract = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
    const startS = Date.parse(today()) / 1_000
    const { values, message, domain, types, primaryType } = created.recurringPaymentPermit
    expect(domain).toEqual({
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: 31_337,
      verifyingContract: contract,
    })
    expect(values).toMatchObject({
      subscriber: payer.address,
      token: chains.token('devnet', 'USDC').address,
      recipient: PAYEE,
      feeAddress: FEE_ADDRESS,
      amount: '40000000',
      feeAmount: '600000',
      relayerFee: '0',
      firstPayment: startS,
      totalPayments: 3,
      strictOrder: true,
    })
    expect(message).toEqual(values)
    // The approval is 121.8 USDC for three payments with their fees.
    expect(created.metadata).toEqual({
      stepsRequired: 2,
      totalNeededAllowance: '121800000',
      currentAllowance: '0',
      additionalAllowanceNeeded: '121800000',
      existingPaymentsAmount: '0',
    })
    expect(created.transactions).toHaveLength(1)
    expect(created.transactions[0]).toMatchObject({
      to: chains.token('devnet', 'USDC').address,
      value: '0x0',
    })
    expect(approvedBy(created.transactions[0])).toEqual({
      functionName: 'approve',
      args: [contract, 121_800_000n],
    })
    expect(await rowOf(created.id)).toMatchObject({
      status: 'pending',
      request_id: created.requestId,
      digest: hashTypedData({ domain, types, primaryType, message }),
      next_due_at: null,
    })
    const request = await test.host.context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', created.requestId)
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({
      payer: payer.address,
      recurring_payment_id: created.id,
      expected_units: '40000000',
      fee_units: '600000',
      reference: 'rent',
    })
  })

  it('creating a recurring payout returns no fee address without a fee, and a deadline of 90 days after the last payment', async () => {
    const created = await create(
      bodyOf(createPayer().address, {}, { startDate: '2030-01-31', totalPayments: 4 }),
    )
    const { values } = created.recurringPaymentPermit
    expect(values.feeAddress).toBe(zeroAddress)
    // The payments are due on 31 January, 28 February, 31 March and 30 April; the first period is the shortest.
    expect(values.periodSeconds).toBe(28 * 86_400)
    expect(values.deadline).toBe(Date.UTC(2030, 3, 30) / 1_000 + 90 * 86_400)
  })

  it('creating a recurring payout includes the payer’s other schedules in the shared allowance', async () => {
    const payer = createPayer()
    await createActive(payer)
    // This schedule is not signed, so it needs no allowance yet.
    await create(bodyOf(payer.address))
    await approve(payer, 'USDC', 130_000_000n)
    const { metadata, transactions } = await create(bodyOf(payer.address, { amount: '10' }))
    expect(metadata).toEqual({
      stepsRequired: 2,
      totalNeededAllowance: '150000000',
      currentAllowance: '130000000',
      additionalAllowanceNeeded: '20000000',
      existingPaymentsAmount: '120000000',
    })
    expect(transactions.map((each: { data: Hex }) => approvedBy(each).args?.[1])).toEqual([
      150_000_000n,
    ])
  })

  it('creating a recurring payout returns no approval if the allowance is sufficient', async () => {
    const payer = createPayer()
    await approve(payer, 'USDC', 120_000_000n)
    const { metadata, transactions } = await create(bodyOf(payer.address))
    expect(transactions).toEqual([])
    expect(metadata).toMatchObject({ stepsRequired: 1, additionalAllowanceNeeded: '0' })
  })

  it('creating a recurring payout resets an old allowance for a token that requires it', async () => {
    const payer = createPayer()
    await approve(payer, 'USDT', 7n)
    const { transactions } = await create(
      bodyOf(payer.address, { invoiceCurrency: 'USDT-devnet', paymentCurrency: 'USDT-devnet' }),
    )
    expect(transactions.map((each: { data: Hex }) => approvedBy(each).args?.[1])).toEqual([
      0n,
      120_000_000n,
    ])
  })

  it('creating a recurring payout creates one payout per Idempotency-Key', async () => {
    const options = { headers: { 'idempotency-key': 'rent-2031' } }
    const body = bodyOf(createPayer().address)
    const created = await create(body, options)
    const before = await countStored()
    expect(await create(body, options)).toEqual(created)
    expect(await countStored()).toEqual(before)
  })

  it.each<[string, string, object, object?]>([
    ['payee', 'payer_is_payee', { payee: SECOND_PAYEE, payerWallet: SECOND_PAYEE.toLowerCase() }],
    ['recurrence.totalPayments', 'out_of_range', {}, { totalPayments: 1 }],
    ['recurrence.totalPayments', 'out_of_range', {}, { totalPayments: 256 }],
    ['recurrence.startDate', 'date_in_past', {}, { startDate: '2020-01-01' }],
    ['recurrence.startDate', 'out_of_range', {}, { startDate: '2090-01-01' }],
    [
      'paymentCurrency',
      'native_not_recurring',
      { invoiceCurrency: 'ETH-devnet', paymentCurrency: 'ETH-devnet' },
    ],
    ['paymentCurrency', 'conversion_not_recurring', { invoiceCurrency: 'USD' }],
    ['recurrence.payer', 'required', { payerWallet: undefined }],
    ['recurrence.payer', 'conflicting_fields', {}, { payer: SECOND_PAYEE }],
    [
      'amount',
      'amount_too_large',
      // 2^128 base units.
      {
        invoiceCurrency: 'DAI-devnet',
        paymentCurrency: 'DAI-devnet',
        amount: '340282366920938463463.374607431768211456',
      },
    ],
  ])(
    'creating a recurring payout is rejected at %s: %s',
    async (field, code, more, recurrence = {}) => {
      const before = await countStored()
      const body = bodyOf(createPayer().address, more, recurrence)
      const { status, json } = await test.call('POST', PATH, { body })
      expect(status).toBe(400)
      expect(json.errors).toEqual([expect.objectContaining({ field, code })])
      expect(await countStored()).toEqual(before)
    },
  )

  it('creating a recurring payout is rejected for a payer with contract code, but not for a payer that delegates by EIP-7702', async () => {
    const before = await countStored()
    const account = await deployAccount(chains, createPayer().address)
    const { status, json } = await test.call('POST', PATH, { body: bodyOf(account) })
    expect([status, json.code]).toEqual([400, 'payer_is_contract'])
    expect(json.errors[0].field).toBe('payerWallet')
    expect(await countStored()).toEqual(before)
    const payer = createPayer()
    const bytecode = concat(['0xef0100', account])
    await chains.client('devnet').setCode({ address: payer.address, bytecode })
    await createActive(payer)
  })

  it('creating a recurring payout is rejected without a relayer, without a contract, or without the relayer’s role on the contract', async () => {
    const before = await countStored()
    const body = bodyOf(createPayer().address)
    const usdc = 'USDC-optimism'
    const elsewhere = { ...body, invoiceCurrency: usdc, paymentCurrency: usdc }
    const answers = [await test.call('POST', PATH, { body: elsewhere })]
    for (const key of ['', generatePrivateKey()]) {
      await using other = await test.startNeighbour({ PAY_RELAYER_PRIVATE_KEY: key })
      answers.push(await other.call('POST', PATH, { body }))
    }
    expect(answers.map(({ status, json }) => [status, json.code, json.reason])).toEqual([
      [400, 'recurring_unavailable', 'no_contract'],
      [400, 'recurring_unavailable', 'no_relayer'],
      [400, 'recurring_unavailable', 'relayer_not_allowed'],
    ])
    expect(await countStored()).toEqual(before)
  })

  it('creating a recurring payout returns 503 while no node responds', async () => {
    const usdc = 'USDC-devnet-b'
    const body = bodyOf(createPayer().address, { invoiceCurrency: usdc, paymentCurrency: usdc })
    const { status, json } = await test.call('POST', PATH, { body })
    expect([status, json.code]).toEqual([503, 'chain_unavailable'])
  })
})

describe('Activating a recurring payout', () => {
  it('activating a recurring payout accepts the permit’s signature, and stores v in the contract’s format', async () => {
    const payer = createPayer()
    const created = await create(bodyOf(payer.address))
    const signature = await sign(payer, created)
    const v = Number(`0x${signature.slice(-2)}`)
    const answer = await activate(created.id, `${signature.slice(0, -2)}0${v - 27}`)
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ id: created.id, status: 'active' })
    expect(await rowOf(created.id)).toMatchObject({
      status: 'active',
      permit_signature: signature,
      next_due_at: `${today()}T00:00:00.000Z`,
    })
    expect((await read(created.id)).json).toMatchObject({
      status: 'active',
      nextPaymentDate: `${today()}T00:00:00.000Z`,
    })
  })

  it('activating a recurring payout returns the approval only for the schedules signed so far', async () => {
    const payer = createPayer()
    const waiting = []
    for (const amount of ['40', '20', '10']) {
      waiting.push(await create(bodyOf(payer.address, { amount })))
    }
    // The payer never signs this schedule of a stranger, so it raises no amount.
    await create(bodyOf(payer.address, { amount: '1000000' }))
    await approve(payer, 'USDC', 120_000_000n)
    const answers = []
    for (const created of waiting) {
      answers.push((await activate(created.id, await sign(payer, created))).json)
    }
    expect(answers.map(({ metadata }) => metadata)).toEqual([
      {
        totalNeededAllowance: '120000000',
        currentAllowance: '120000000',
        additionalAllowanceNeeded: '0',
        existingPaymentsAmount: '0',
      },
      {
        totalNeededAllowance: '180000000',
        currentAllowance: '120000000',
        additionalAllowanceNeeded: '60000000',
        existingPaymentsAmount: '120000000',
      },
      {
        totalNeededAllowance: '210000000',
        currentAllowance: '120000000',
        additionalAllowanceNeeded: '90000000',
        existingPaymentsAmount: '180000000',
      },
    ])
    const contract = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
    expect(answers.map(({ transactions }) => transactions.map(approvedBy))).toEqual([
      [],
      [{ functionName: 'approve', args: [contract, 180_000_000n] }],
      [{ functionName: 'approve', args: [contract, 210_000_000n] }],
    ])
  })

  it('activating a recurring payout includes each of several concurrent activations in the allowance of at least one response', async () => {
    const payer = createPayer()
    const waiting = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { id, ...created } = await create(bodyOf(payer.address))
        return { id, signature: await sign(payer, created) }
      }),
    )
    const answers = await Promise.all(waiting.map(({ id, signature }) => activate(id, signature)))
    const needed = answers.map(({ json }) => BigInt(json.metadata.totalNeededAllowance))
    expect(needed).toContain(480_000_000n)
  })

  it('activating a recurring payout succeeds when the node stops responding, but returns no allowance state', async () => {
    const payer = createPayer()
    const created = await create(bodyOf(payer.address))
    const { tenant_id: tenantId } = await rowOf(created.id)
    const { context } = test.host
    const chain = context.chains.get('devnet')
    const readPayerState = async () => {
      throw new ChainUnavailableError('devnet', 'no node answers')
    }
    const deaf = { ...context.chains, get: () => ({ ...chain, readPayerState }) }
    const answer = await activateRecurringPayout(
      { ...context, chains: deaf },
      { id: created.id, caller: { credential: 'apiKey', tenantId, keyId: '', scopes: [] } },
      await sign(payer, created),
    )
    expect(answer).toEqual({ id: created.id, status: 'active', message: expect.any(String) })
    expect(await rowOf(created.id)).toMatchObject({ status: 'active' })
  })

  it('activating a recurring payout rejects every other signature, and stores no signature', async () => {
    const payer = createPayer()
    const created = await create(bodyOf(payer.address))
    const signature = await sign(payer, created)
    const s = BigInt(`0x${signature.slice(66, 130)}`)
    const highS = concat([
      signature.slice(0, 66) as Hex,
      numberToHex(ORDER - s, { size: 32 }),
      signature.endsWith('1b') ? '0x1c' : '0x1b',
    ])
    const permit = created.recurringPaymentPermit
    const changed = (message: object, domain: object = {}) => ({
      recurringPaymentPermit: {
        ...permit,
        domain: { ...permit.domain, ...domain },
        message: { ...permit.message, ...message },
      },
    })
    const wrong = [
      await sign(createPayer(), created),
      await sign(payer, changed({ amount: '40000001' })),
      await sign(payer, changed({ totalPayments: 4 })),
      await sign(payer, changed({}, { chainId: 1 })),
      await sign(payer, changed({}, { verifyingContract: PAYEE })),
      highS,
      signature.slice(0, -2),
      `${signature}00`,
      `${signature.slice(0, -2)}1d`,
      `0x${'00'.repeat(65)}`,
    ]
    const before = await rowOf(created.id)
    for (const permitSignature of wrong) {
      const { status, json } = await activate(created.id, permitSignature)
      expect(status).toBe(400)
      expect(json.errors).toEqual([
        expect.objectContaining({ field: 'permitSignature', code: 'invalid_signature' }),
      ])
    }
    expect(await rowOf(created.id)).toEqual(before)
  })

  it('activating a recurring payout succeeds for one of several concurrent calls, and is rejected afterwards', async () => {
    const payer = createPayer()
    const created = await create(bodyOf(payer.address))
    const signature = await sign(payer, created)
    const calls = Array.from({ length: 8 }, () => activate(created.id, signature))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others.map(({ status, json }) => [status, json.code])).toEqual(
      others.map(() => [400, 'already_active']),
    )
  })

  it('activating a recurring payout is rejected for a schedule that was cancelled, or whose deadline has passed', async () => {
    const payer = createPayer()
    const cancelled = await create(bodyOf(payer.address))
    await update(cancelled.id, 'cancel')
    const { json } = await activate(cancelled.id, await sign(payer, cancelled))
    expect(json.code).toBe('already_cancelled')
    const late = await create(bodyOf(payer.address))
    await setRow(late.id, { deadline_s: BigInt(Date.parse(today()) / 1_000 - 1) })
    expect((await activate(late.id, await sign(payer, late))).json.code).toBe('permit_expired')
  })

  it('activating a recurring payout is rejected when the payer has become a contract', async () => {
    const payer = createPayer()
    const created = await create(bodyOf(payer.address))
    await chains.client('devnet').setCode({ address: payer.address, bytecode: '0x60006000fd' })
    const { status, json } = await activate(created.id, await sign(payer, created))
    expect([status, json.code]).toEqual([400, 'payer_is_contract'])
    expect(await rowOf(created.id)).toMatchObject({ status: 'pending', permit_signature: null })
  })
})

describe('Reading recurring payouts', () => {
  it('reading recurring payouts returns the schedule, its requests and its payments, but no customer data', async () => {
    const payer = createPayer()
    const created = await createActive(payer, {
      customerInfo: { email: 'ana@example.test' },
      reference: 'rent',
    })
    const { status, json, text } = await read(created.id)
    expect(status).toBe(200)
    expect(text).not.toContain('ana@example.test')
    expect(json).toEqual({
      id: created.id,
      status: 'active',
      processedPayments: 0,
      totalPayments: 3,
      lastPaymentDate: null,
      nextPaymentDate: `${today()}T00:00:00.000Z`,
      requests: [{ requestId: created.requestId, paymentReference: expect.any(String) }],
      payments: [],
      payer: payer.address,
      payee: PAYEE,
      frequency: 'MONTHLY',
      amount: '40',
      network: 'devnet',
      paymentCurrency: 'USDC-devnet',
      reference: 'rent',
      startDate: today(),
      createdAt: test.clock.now().toISOString(),
    })
  })

  it('reading recurring payouts returns the reason for a pause', async () => {
    const created = await createActive(createPayer())
    await pause(created.id)
    expect((await read(created.id)).json).toMatchObject({
      status: 'paused',
      failureCount: 3,
      failureReason: 'insufficient_balance',
      nextPaymentDate: null,
    })
  })

  it('reading recurring payouts is limited to the tenant’s schedules, and for a client ID to the schedules that it created', async () => {
    const mine = await create(bodyOf(createPayer().address))
    const other = await test.createTenant()
    const { clientId } = await test.createClientId()
    const callers = [
      { headers: { 'x-api-key': other.apiKey }, anonymous: true },
      { headers: pageHeaders(clientId), anonymous: true },
    ]
    for (const options of callers) {
      const answers = [
        await read(mine.id, options),
        await update(mine.id, 'cancel', options),
        await activate(mine.id, `0x${'11'.repeat(64)}1b`, options),
      ]
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
        answers.map(() => [404, 'recurring_payment_not_found']),
      )
      const list = await test.call('GET', `${RECURRING}?limit=1`, options)
      expect([list.status, list.text.includes(mine.id)]).toEqual(
        options === callers[0] ? [200, false] : [403, false],
      )
    }
    const theirs = await create(bodyOf(createPayer().address), callers[1])
    expect((await read(theirs.id, callers[1])).status).toBe(200)
    expect((await read(theirs.id)).status).toBe(200)
  })

  it('reading recurring payouts with a public client ID returns no ids with which payouts can be cancelled', async () => {
    const { clientId } = await test.createClientId()
    const visitor = { headers: pageHeaders(clientId), anonymous: true }
    const created = await create(bodyOf(createPayer().address), visitor)
    const { requestId: request_id, id: recurring_payment_id } = created
    await seedPayments(test.host.context, [{ request_id, recurring_payment_id, type: 'recurring' }])
    const list = await test.call('GET', RECURRING, visitor)
    expect([list.status, list.json.code]).toEqual([403, 'credential_not_accepted'])
    const found = await test.call('GET', '/v2/payments', visitor)
    expect(found.json.payments).toMatchObject([{ recurringPaymentId: null }])
    expect(found.text).not.toContain(created.id)
    const csv = await test.call('GET', '/v2/payments?format=csv', visitor)
    expect(csv.text).toContain(created.requestId)
    expect(csv.text).not.toContain(created.id)
    // The creator has the id, and the merchant can list it.
    expect((await read(created.id, visitor)).status).toBe(200)
    expect((await test.call('GET', RECURRING)).text).toContain(created.id)
    expect((await test.call('GET', '/v2/payments')).text).toContain(created.id)
  })

  it('a client ID’s active schedules are limited, even with concurrent activations', async () => {
    const { clientId } = await test.createClientId()
    const visitor = { headers: pageHeaders(clientId), anonymous: true }
    const waiting = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const payer = createPayer()
        const created = await create(bodyOf(payer.address), visitor)
        return { id: created.id, signature: await sign(payer, created), created }
      }),
    )
    const { requestId: request_id } = waiting[0]?.created ?? {}
    for (let running = 2; running < MAX_CLIENT_ID_PAYOUTS; running += 1) {
      const next_due_at = '2090-01-01T00:00:00.000Z'
      await seedRecurringPayout(test.host.context, { request_id, status: 'active', next_due_at })
    }
    const answers = await Promise.all(
      waiting.map(({ id, signature }) => activate(id, signature, visitor)),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      Array(2).fill([400, 'too_many_recurring_payouts']),
    )
    // A paused schedule does not count, and resumes only below the limit. The merchant has no such limit.
    const [first = '', second = ''] = waiting
      .filter((_, at) => answers[at]?.status === 201)
      .map(({ id }) => id)
    const [late, later] = waiting.filter((_, at) => answers[at]?.status !== 201)
    await pause(first)
    expect((await activate(late?.id ?? '', late?.signature ?? '', visitor)).status).toBe(201)
    const back = await update(first, 'unpause', visitor)
    expect([back.status, back.json.code]).toEqual([400, 'too_many_recurring_payouts'])
    expect((await activate(later?.id ?? '', later?.signature ?? '')).status).toBe(201)
    expect((await update(second, 'cancel', visitor)).status).toBe(200)
  })

  it('a client ID’s activations per day are limited, even if each payout is cancelled after its first payment', async () => {
    const { clientId } = await test.createClientId()
    const visitor = { headers: pageHeaders(clientId), anonymous: true }
    const prepare = async () => {
      const payer = createPayer()
      const created = await create(bodyOf(payer.address), visitor)
      const signature = await sign(payer, created)
      return { created, activate: () => activate(created.id, signature, visitor) }
    }
    const [last, late] = [await prepare(), await prepare()]
    const activated_at = test.clock.now().toISOString()
    for (let count = 1; count < MAX_CLIENT_ID_PAYOUTS; count += 1) {
      const { requestId: request_id } = last.created
      const ended = { status: 'cancelled', activated_at } as const
      await seedRecurringPayout(test.host.context, { request_id, ...ended })
    }
    expect((await last.activate()).status).toBe(201)
    expect((await update(last.created.id, 'cancel', visitor)).status).toBe(200)
    const refused = await late.activate()
    expect([refused.status, refused.json.code]).toEqual([400, 'too_many_recurring_payouts'])
    test.clock.advance(DAY_MS)
    expect((await late.activate()).status).toBe(201)
  })

  it('reading recurring payouts returns pages, newest first, filtered by status', async () => {
    const { apiKey } = await test.createTenant()
    const options = { headers: { 'x-api-key': apiKey }, anonymous: true }
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) {
      test.clock.advance(1)
      ids.unshift((await create(bodyOf(createPayer().address), options)).id)
    }
    await update(ids[1] ?? '', 'cancel', options)
    const idsOf = async (query: string) => {
      const { json } = await test.call('GET', `${RECURRING}?${query}`, options)
      return [json.recurringPayments.map(({ id }: { id: string }) => id), json.pagination]
    }
    expect(await idsOf('limit=2')).toEqual([
      ids.slice(0, 2),
      { total: 3, limit: 2, offset: 0, hasMore: true },
    ])
    expect(await idsOf('limit=2&offset=2')).toEqual([
      ids.slice(2),
      { total: 3, limit: 2, offset: 2, hasMore: false },
    ])
    expect(await idsOf('status=cancelled')).toEqual([
      [ids[1]],
      { total: 1, limit: 50, offset: 0, hasMore: false },
    ])
  })
})

describe('Cancelling a recurring payout', () => {
  it('cancelling a recurring payout returns the remaining amount, and the transaction with which the payer lowers the allowance', async () => {
    const payer = createPayer()
    const created = await createActive(payer)
    await createActive(payer, { amount: '1' })
    await approve(payer, 'USDC', 103_000_000n)
    await setRow(created.id, { processed_payments: 1, next_index: 2 })
    const { status, json } = await update(created.id, 'cancel')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: created.id,
      status: 'cancelled',
      metadata: {
        remainingPayments: 2,
        remainingAmount: '80',
        remainingPaymentsAmount: '80',
        processedPayments: 1,
        totalPayments: 3,
      },
    })
    const contract = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
    const row = await rowOf(created.id)
    expect(json.transactions).toEqual([
      expect.objectContaining({ to: chains.token('devnet', 'USDC').address, value: '0x0' }),
      {
        to: contract,
        data: encodeCancelPermit(permitOf(row)),
        value: '0x0',
        chainId: 31_337,
      },
    ])
    // The allowance is 103 USDC less the 80 of this payout; 3 of the remaining 23 belong to the other payout.
    expect(approvedBy(json.transactions[0]).args).toEqual([contract, 23_000_000n])
    expect(row).toMatchObject({ status: 'cancelled', next_due_at: null })
  })

  it('cancelling a recurring payout returns the transaction that cancels the permit in the contract', async () => {
    const payer = createPayer()
    const created = await createActive(payer)
    const { json } = await update(created.id, 'cancel')
    const client = chains.client('devnet')
    await client.setBalance({ address: payer.address, value: 10n ** 18n })
    await client.impersonateAccount({ address: payer.address })
    // The payer approved no allowance, so no transaction lowers it.
    expect(json.transactions).toHaveLength(1)
    const { to, data } = json.transactions[0]
    const receipt = await client.sendTransactionSync({
      ...{ account: payer.address, to, data, chain: null },
    })
    expect(receipt.status).toBe('success')
    const { digest } = await rowOf(created.id)
    const isCancelled = await client.readContract({
      address: to,
      abi: [
        {
          type: 'function',
          name: 'isCancelled',
          stateMutability: 'view',
          inputs: [{ name: 'digest', type: 'bytes32' }],
          outputs: [{ name: '', type: 'bool' }],
        },
      ],
      functionName: 'isCancelled',
      args: [digest as Hex],
    })
    expect(isCancelled).toBe(true)
  })

  it('cancelling a recurring payout is rejected the second time, and for a completed schedule', async () => {
    const payer = createPayer()
    const { id } = await createActive(payer)
    expect((await update(id, 'cancel')).status).toBe(200)
    expect((await update(id, 'cancel')).json.code).toBe('already_cancelled')
    expect((await update(id, 'unpause')).json.code).toBe('already_cancelled')
    const complete = await createActive(payer)
    await setRow(complete.id, { status: 'completed', processed_payments: 3, next_due_at: null })
    expect((await update(complete.id, 'cancel')).json.code).toBe('already_completed')
    expect((await update(complete.id, 'unpause')).json.code).toBe('already_completed')
  })

  it('cancelling a recurring payout succeeds for one of several concurrent calls', async () => {
    const { id } = await createActive(createPayer())
    const answers = await Promise.all(Array.from({ length: 8 }, () => update(id, 'cancel')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  })

  it('cancelling a recurring payout succeeds while no node responds: the allowance is then set to the other schedules’ needs', async () => {
    const payer = createPayer()
    const created = await createActive(payer)
    await createActive(payer, { amount: '1' })
    await using other = await test.startNeighbour({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    const body = { action: 'cancel' }
    const { status, json } = await other.call('PATCH', `${RECURRING}/${created.id}`, { body })
    expect([status, json.status]).toEqual([200, 'cancelled'])
    expect(json.transactions.map((each: { data: Hex }) => approvedBy(each).args?.[1])).toEqual([
      3_000_000n,
    ])
  })
})

describe('Unpausing a recurring payout', { tags: [ANY_ENGINE] }, () => {
  it('unpausing a recurring payout makes the failed payment due immediately, and resets its count of attempts', async () => {
    const created = await createActive(createPayer())
    await pause(created.id)
    test.clock.advance(DAY_MS)
    const { status, json } = await update(created.id, 'unpause')
    expect(status).toBe(200)
    const due = (await rowOf(created.id)).next_due_at ?? ''
    expect(due <= test.clock.now().toISOString()).toBe(true)
    expect(json).toEqual({
      id: created.id,
      status: 'active',
      metadata: { processedPayments: 0, totalPayments: 3, nextPaymentDate: due },
    })
    expect(await rowOf(created.id)).toMatchObject({
      status: 'active',
      failure_count: 0,
      failure_reason: null,
    })
    expect((await update(created.id, 'unpause')).json.code).toBe('not_paused')
  })

  it('unpausing a recurring payout is rejected after the permit’s deadline', async () => {
    const created = await createActive(createPayer())
    await pause(created.id)
    await setRow(created.id, { deadline_s: BigInt(Date.parse(today()) / 1_000 - 1) })
    const { status, json } = await update(created.id, 'unpause')
    expect([status, json.code]).toEqual([400, 'permit_expired'])
    expect(await rowOf(created.id)).toMatchObject({ status: 'paused' })
  })

  it('unpausing a recurring payout is rejected for an unsigned schedule', async () => {
    const created = await create(bodyOf(accounts[1]?.address ?? ''))
    expect((await update(created.id, 'unpause')).json.code).toBe('not_paused')
  })

  it('unpausing a recurring payout rejects an unknown action', async () => {
    const created = await create(bodyOf(createPayer().address))
    const { status, json } = await update(created.id, 'resume')
    expect([status, json.errors[0].field]).toEqual([400, 'action'])
  })
})

/** Changes a schedule's row, as the executor would. */
async function setRow(id: string, changes: object): Promise<void> {
  await test.host.context.db.kysely
    .updateTable('recurring_payments')
    .set(changes)
    .where('id', '=', id)
    .execute()
}

const pause = (id: string) =>
  setRow(id, {
    status: 'paused',
    failure_count: 3,
    failure_reason: 'insufficient_balance',
    next_due_at: null,
  })

describe('The guide to recurring payouts', { tags: [ANY_ENGINE] }, () => {
  it('the guide to recurring payouts has a script that runs unchanged: it creates, approves, signs, activates and follows a payout', async () => {
    // The script uses the real time.
    await using own = await startHost()
    const payer = chains.accounts[3]
    if (payer === undefined) throw new Error('no account')
    const guide = new URL('../../docs/guides/recurring-payouts.md', import.meta.url)
    const [, script = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(guide, 'utf8')) ?? []
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: new URL('.', import.meta.url),
      timeout: 120_000,
      env: {
        PATH: process.env['PATH'],
        BASE_URL: own.host.url,
        API_KEY,
        RPC_URL: chains.rpcUrl('devnet'),
        PAYER_KEY: payer.privateKey,
        PAYEE,
        CURRENCY: 'USDC-devnet',
      },
    })
    expect(JSON.parse(stdout)).toEqual({
      id: expect.any(String),
      status: 'active',
      nextPaymentDate: expect.stringMatching(/T00:00:00\.000Z$/),
    })
    const allowance = await chains.client('devnet').readContract({
      address: chains.token('devnet', 'USDC').address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer.address, chains.contract('devnet', 'ERC20RecurringPaymentProxy')],
    })
    expect(allowance).toBe(480_000_000n)
  })
})
