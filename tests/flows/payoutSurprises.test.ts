import { recurringProxyArtifact } from '@secure-payment/contracts'
import { encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import { RELAYER_ROLE } from '@secure-payment/core/recurring'
import { RELAYER_ACCOUNT, recurringAbi } from '@secure-payment/devnet'
import { type Address, encodeDeployData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { PAYEE } from '../support/testHost.ts'
import { insertSchedule } from './support/insertSchedule.ts'
import { type Payouts, startPayouts, type Terms } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

/** External influences on a recurring payout: transfers by strangers, another contract, a chain that drops blocks. */
const AMOUNT = 40_000_000n
const DAY_MS = 86_400_000
const ADMIN = 9
/** The index of a devnet account that holds USDC. */
const STRANGER = 1

let payouts: Payouts

beforeAll(async () => {
  payouts = await startPayouts()
})
afterAll(() => payouts?.[Symbol.asyncDispose]())

const client = () => payouts.chains.client('devnet')

/** Returns the start of the UTC day that is `days` after today. */
function dayIn(days: number): Date {
  const now = payouts.test.clock.now().getTime()
  return new Date((Math.floor(now / DAY_MS) + days) * DAY_MS)
}

const daily = (days: number): Terms => ({
  startDate: dayIn(days).toISOString().slice(0, 10),
  frequency: 'DAILY',
  totalPayments: 2,
})

async function readRequest(id: string) {
  const { kysely } = payouts.test.host.context.db
  return kysely.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function readPayments(requestId: string) {
  const { kysely } = payouts.test.host.context.db
  return kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

/** Pays a request in full, without the payout, as any holder of its reference can. */
async function payAsStranger(requestId: string): Promise<void> {
  const request = await readRequest(requestId)
  const wallet = payouts.chains.wallet('devnet', STRANGER)
  const token = payouts.chains.token('devnet', 'USDC').address
  const proxy = payouts.chains.contract('devnet', 'ERC20FeeProxy')
  const payment = encodeErc20Payment({
    proxy,
    token,
    payee: request.payee,
    amountUnits: AMOUNT,
    paymentReference: `0x${request.payment_reference.slice(2)}`,
    feeUnits: 0n,
    feeAddress: request.payee,
  })
  const approval = encodeApprove({ token, spender: proxy, amountUnits: AMOUNT })
  for (const { to, data } of [approval, payment]) {
    const { status } = await wallet.sendTransactionSync({ to: `0x${to.slice(2)}`, data })
    expect(status).toBe('success')
  }
  await waitFor('the stranger’s payment', async () => {
    const payments = await readPayments(requestId)
    return payments.some(({ type }) => type === 'direct') ? true : null
  })
}

describe('A payout’s request that a stranger pays', () => {
  test('a payout’s request that a stranger pays is not counted as paid by the payout, which still makes all of its payments', async () => {
    const payer = await payouts.createPayer({ units: 2n * AMOUNT })
    const { id, requestId } = await payouts.subscribe(payer, daily(1))
    await payAsStranger(requestId)
    expect(await payouts.schedule(id)).toMatchObject({ processed_payments: 0, status: 'active' })
    await payouts.travel(dayIn(1))
    await payouts.until(id, (row) => row.processed_payments === 1)
    await payouts.travel(dayIn(1))
    await payouts.until(id, (row) => row.status === 'completed')
    expect(await payouts.made(id)).toEqual([1, 2])
    expect(await readPayments(requestId)).toMatchObject([
      { type: 'direct', recurring_payment_id: null },
      { type: 'recurring', recurring_payment_id: id, payer: payer.address },
    ])
  })

  test('a payout’s request that a stranger pays does not hide the revocation of the payout’s own payment by a reorganisation', async () => {
    const payer = await payouts.createPayer({ units: 2n * AMOUNT })
    const { id, requestId } = await payouts.subscribe(payer, daily(1))
    await payAsStranger(requestId)
    await payouts.travel(dayIn(1))
    await payouts.until(id, (row) => row.processed_payments === 1)
    // The relayer could send an open transaction again before the watcher detects the reorganisation.
    await payouts.closedTransactions(id)
    await payouts.chains.reorg('devnet', 1)
    expect(await payouts.made(id)).toEqual([])
    await payouts.until(id, (row) => row.processed_payments === 0)
    await payouts.untilLater(id, (row) => row.processed_payments === 1)
    await payouts.travel(dayIn(1))
    await payouts.untilLater(id, (row) => row.status === 'completed')
    expect(await payouts.made(id)).toEqual([1, 2])
  })
})

describe('A payout whose contract was removed from the host’s settings', () => {
  test('a payout with a removed contract continues through its own contract, and its payments are reported as the payout’s payments', async () => {
    const contract = await deployContract()
    const payer = await payouts.createPayer({ units: 2n * AMOUNT })
    const token = payouts.chains.token('devnet', 'USDC').address
    const { data } = encodeApprove({ token, spender: contract, amountUnits: 2n * AMOUNT })
    await client().impersonateAccount({ address: payer.address })
    await client().sendTransactionSync({ account: payer.address, to: token, data, chain: null })
    const row = await insertSchedule(payouts.test.host.context, {
      payer,
      tenantId: BOOTSTRAP_TENANT_ID,
      contract,
      planned: {
        network: 'devnet',
        payee: PAYEE,
        token,
        invoiceCurrency: 'USDC-devnet',
        paymentCurrency: 'USDC-devnet',
        destinationId: null,
        amount: '40',
        amountUnits: AMOUNT,
        fee: null,
        plan: { way: 'direct' },
      },
      startDate: dayIn(-3).toISOString().slice(0, 10),
      totalPayments: 2,
    })
    await payouts.until(row.id, ({ status }) => status === 'completed')
    expect(await readPayments(row.request_id)).toMatchObject([
      { type: 'recurring', recurring_payment_id: row.id, payer: payer.address },
    ])
    const [event] = await waitFor('a webhook', () => {
      const told = payouts.events(row.id, 'payment.confirmed')
      return told.length > 0 ? told : null
    })
    expect(event).toMatchObject({ payerAddress: payer.address, recurringPayment: { id: row.id } })
  })
})

describe('A change to the relayer’s key while a payment is in flight', () => {
  test.each([
    ['mined', false],
    ['lost', true],
  ])(
    'a change to the relayer’s key makes no payment twice, leaves none stuck, and ends every recheck: %s',
    async (_, isLost) => {
      const open = payouts.test.host.context.db.kysely
        .selectFrom('relayer_transactions')
        .select('hash')
        .where('status', '=', 'pending')
      // The key that sent the earlier payouts must close their transactions before the change.
      await waitFor('earlier transactions to be closed', async () =>
        (await open.execute()).length === 0 ? true : null,
      )
      const payer = await payouts.createPayer({ units: 2n * AMOUNT })
      await client().setAutomine(false)
      try {
        const { id } = await payouts.subscribe(payer, daily(0))
        const [sent] = await waitFor('a transaction', async () => {
          const rows = await payouts.transactions(id)
          return rows.length > 0 ? rows : null
        })
        await payouts.untilSent(sent?.hash)
        const next = privateKeyToAccount(await changeKey())
        await allow(next.address)
        if (isLost) await client().dropTransaction({ hash: `0x${sent?.hash.slice(2)}` })
        await client().setAutomine(true)
        await client().mine({ blocks: 1 })
        await payouts.untilLater(id, (row) => row.processed_payments === 1)
        await payouts.travel(dayIn(1))
        await payouts.untilLater(id, (row) => row.status === 'completed')
        expect(await payouts.made(id)).toEqual([1, 2])
        const closed = await payouts.closedTransactions(id)
        expect(closed.find((row) => row.payment_index === 2)).toMatchObject({
          relayer: next.address,
          status: 'succeeded',
        })
        expect(await open.execute()).toEqual([])
      } finally {
        await client().setAutomine(true)
      }
    },
  )
})

describe('A host clock that was months ahead for a while', () => {
  test('a host clock that was months ahead for a while delays no payment once it is correct again', async () => {
    const payer = await payouts.createPayer({ units: 2n * AMOUNT })
    const { id } = await payouts.subscribe(payer, daily(1))
    payouts.test.clock.advance(AHEAD_MS)
    const wrong = payouts.test.clock.now().toISOString()
    await payouts.until(id, ({ next_due_at }) => next_due_at !== null && next_due_at > wrong)
    payouts.test.clock.advance(-AHEAD_MS)
    await payouts.travel(dayIn(1))
    await payouts.untilLater(id, (row) => row.processed_payments === 1)
    await payouts.travel(dayIn(1))
    await payouts.untilLater(id, (row) => row.status === 'completed')
    expect(await payouts.made(id)).toEqual([1, 2])
  })
})

/** The error of the host's clock: less than the time until the permit's deadline, after which no payment is possible. */
const AHEAD_MS = 60 * DAY_MS

/** Gives the running relayer another key, whose account has coins, from its next step on. Returns the private key. */
async function changeKey(): Promise<Hex> {
  const relayerPrivateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(relayerPrivateKey)
  await client().setBalance({ address, value: 10n ** 18n })
  Object.assign(payouts.test.host.context.config, { relayerPrivateKey })
  return relayerPrivateKey
}

async function allow(relayer: Address): Promise<void> {
  await payouts.chains.wallet('devnet', ADMIN).writeContract({
    address: payouts.contract,
    abi: recurringAbi,
    functionName: 'grantRole',
    args: [RELAYER_ROLE, relayer],
  })
}

async function deployContract(): Promise<Address> {
  const wallet = payouts.chains.wallet('devnet', ADMIN)
  const feeProxy: Address = `0x${payouts.chains.contract('devnet', 'ERC20FeeProxy').slice(2)}`
  const data = encodeDeployData({
    abi: recurringAbi,
    bytecode: recurringProxyArtifact.bytecode,
    args: [wallet.account.address, RELAYER_ACCOUNT.address, feeProxy],
  })
  const { contractAddress } = await wallet.sendTransactionSync({ data })
  if (!contractAddress) throw new Error('There is no contract.')
  return contractAddress
}
