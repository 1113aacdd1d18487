import { encodeApprove } from '@secure-payment/core/evm'
import {
  type Chains,
  RELAYER_ACCOUNT,
  recurringAbi,
  type Sink,
  startChains,
  startSink,
  testTokenAbi,
} from '@secure-payment/devnet'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createLogger } from '../../../host/src/log.ts'
import { PAYEE, startTestHost, type TestHost } from '../../support/testHost.ts'
import { waitFor } from './waitFor.ts'

/** A running host on its own chain, with a relayer, a sink, and one clock for host and chain. */
export type Payouts = AsyncDisposable & {
  test: TestHost
  chains: Chains
  sink: Sink
  contract: Address
  /** Creates a wallet with coins, and the given USDC and allowance for the contract for recurring payouts. */
  createPayer(means: { units: bigint; allowanceUnits?: bigint }): Promise<Payer>
  /** Creates the payer's recurring payout, with the bootstrap key or another key, and activates it with the payer's signature. */
  subscribe(
    payer: Payer,
    terms: Terms,
    headers?: Record<string, string>,
  ): Promise<{ id: string; requestId: string }>
  /** Sets the host's and the chain's clocks. */
  travel(to: Date): Promise<void>
  schedule(id: string): Promise<Row<'recurring_payments'>>
  /** Waits until a payout's row matches. */
  until(
    id: string,
    fits: (row: Row<'recurring_payments'>) => boolean,
  ): Promise<Row<'recurring_payments'>>
  /** Returns a payout's signed transactions, in the order of nonces, each replacement after the original. */
  transactions(id: string): Promise<Row<'relayer_transactions'>[]>
  /**
   * Waits until none of a payout's transactions is pending, which the relayer detects after the watcher. Returns all of the payout's
   * transactions.
   */
  closedTransactions(id: string): Promise<Row<'relayer_transactions'>[]>
  /** Waits until the node has a transaction, mined or not: the relayer stores each one before it sends it. */
  untilSent(hash: string | null | undefined): Promise<void>
  /** Returns the bodies of a type that the sink received for a payout, in order of arrival. */
  events(id: string, type: string): Record<string, unknown>[]
  /** Advances the host's clock until a payout's row matches: retries and rechecks depend on that clock. */
  untilLater(
    id: string,
    fits: (row: Row<'recurring_payments'>) => boolean,
  ): Promise<Row<'recurring_payments'>>
  /** Returns the payout's payments that the contract has made, in chain order. */
  made(id: string): Promise<number[]>
  /** Returns the host's log lines with a message. */
  logged(msg: string): Record<string, unknown>[]
  setBalance(payer: Payer, units: bigint): Promise<void>
  approve(payer: Payer, units: bigint): Promise<void>
}

export type Payer = ReturnType<typeof privateKeyToAccount>

/** `amount` in USDC. */
export type Terms = {
  amount?: string
  /** The fee of each payment; absent for none. */
  fee?: { feePercentage: string; feeAddress: string; defaultFeeBearer: 'payer' | 'payee' }
  startDate: string
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  totalPayments: number
}

/** The host clock's advance per check. */
const STEP_MS = 5_000
const COINS = 10n ** 18n
/** Owner of the devnet's tokens. */
const MINTER = 9

/** Starts the world; `env` adds to the host's variables. */
export async function startPayouts(env: Record<string, string> = {}): Promise<Payouts> {
  await using stack = new AsyncDisposableStack()
  const chains = stack.use(await startChains({ networks: ['devnet'] }))
  const sink = stack.use(await startSink())
  const lines: Record<string, unknown>[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const test = stack.use(
    await startTestHost(
      {
        PAY_NETWORKS: 'devnet',
        PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
        PAY_CONFIRMATIONS_DEVNET: '0',
        PAY_POLL_INTERVAL_MS_DEVNET: '50',
        PAY_ROLE: 'api,watcher,worker',
        PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
        PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
        ...env,
      },
      { log },
    ),
  )
  const endpoint = await test.call('POST', '/v1/webhook', { body: { url: sink.url } })
  sink.setSecret(endpoint.json.secret)
  const client = chains.client('devnet')
  const usdc = chains.token('devnet', 'USDC').address
  const contract = chains.contract('devnet', 'ERC20RecurringPaymentProxy')
  const { kysely } = test.host.context.db
  const owned = stack.move()

  const schedule = (id: string) =>
    kysely
      .selectFrom('recurring_payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  async function approve(payer: Payer, units: bigint): Promise<void> {
    await client.impersonateAccount({ address: payer.address })
    const { data } = encodeApprove({ token: usdc, spender: contract, amountUnits: units })
    await client.sendTransactionSync({ account: payer.address, to: usdc, data, chain: null })
  }

  async function setBalance(payer: Payer, units: bigint): Promise<void> {
    const wallet = chains.wallet('devnet', MINTER)
    const held = await client.readContract({
      address: usdc,
      abi: testTokenAbi,
      functionName: 'balanceOf',
      args: [payer.address],
    })
    if (units > held) {
      const args = [payer.address, units - held] as const
      await wallet.writeContractSync({
        address: usdc,
        abi: testTokenAbi,
        functionName: 'mint',
        args,
      })
      return
    }
    await client.impersonateAccount({ address: payer.address })
    await client.writeContractSync({
      account: payer.address,
      address: usdc,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [wallet.account.address, held - units],
      chain: null,
    })
  }

  async function transactions(id: string): Promise<Row<'relayer_transactions'>[]> {
    const rows = await kysely
      .selectFrom('relayer_transactions')
      .selectAll()
      .where('recurring_payment_id', '=', id)
      .execute()
    const fee = (row: Row<'relayer_transactions'>) => Number(row.max_fee_units)
    return rows.sort((a, b) => Number(a.nonce - b.nonce) || fee(a) - fee(b))
  }

  return {
    test,
    chains,
    sink,
    contract,
    schedule,
    transactions,
    closedTransactions: (id) =>
      waitFor(`the outcome of all transactions of ${id}`, async () => {
        const rows = await transactions(id)
        return rows.some(({ status }) => status === 'pending') ? null : rows
      }),
    async untilSent(stored) {
      const hash: Hex = `0x${stored?.slice(2)}`
      const find = () => client.getTransaction({ hash }).catch(() => null)
      await waitFor(`the node to have ${hash}`, find)
    },
    approve,
    setBalance,
    async createPayer({ units, allowanceUnits = units }) {
      const payer = privateKeyToAccount(generatePrivateKey())
      await client.setBalance({ address: payer.address, value: COINS })
      await setBalance(payer, units)
      await approve(payer, allowanceUnits)
      return payer
    },
    async subscribe(payer, { amount = '40', fee, ...recurrence }, headers = {}) {
      const currency = 'USDC-devnet'
      const body = {
        payee: PAYEE,
        amount,
        invoiceCurrency: currency,
        paymentCurrency: currency,
        payerWallet: payer.address,
        recurrence,
        ...fee,
      }
      const created = await test.call('POST', '/v2/payouts', { body, headers })
      if (created.status !== 201) throw new Error(`Got ${created.status}: ${created.text}`)
      const { id, requestId, recurringPaymentPermit } = created.json
      const { domain, types, primaryType, message } = recurringPaymentPermit
      const permitSignature: Hex = await payer.signTypedData({
        domain,
        types,
        primaryType,
        message,
      })
      const activated = await test.call('POST', `/v2/payouts/recurring/${id}`, {
        body: { permitSignature },
        headers,
      })
      if (activated.status !== 201) throw new Error(`Got ${activated.status}: ${activated.text}`)
      return { id, requestId }
    },
    async travel(to) {
      const now = test.clock.now().getTime()
      if (to.getTime() < now) throw new RangeError('The clock cannot move back.')
      await client.setNextBlockTimestamp({ timestamp: BigInt(Math.ceil(to.getTime() / 1_000)) })
      await client.mine({ blocks: 1 })
      test.clock.advance(to.getTime() - now)
    },
    until: (id, fits) =>
      waitFor(`recurring payout ${id}`, async () => {
        const row = await schedule(id)
        return fits(row) ? row : null
      }),
    untilLater: (id, fits) =>
      waitFor(`recurring payout ${id}`, async () => {
        const row = await schedule(id)
        if (fits(row)) return row
        test.clock.advance(STEP_MS)
        return null
      }),
    async made(id) {
      const { digest } = await schedule(id)
      const logs = await client.getContractEvents({
        address: contract,
        abi: recurringAbi,
        eventName: 'RecurringPaymentTriggered',
        args: { digest: `0x${digest.slice(2)}` },
        fromBlock: 0n,
      })
      return logs.map(({ args }) => args.index ?? 0)
    },
    logged: (msg) => lines.filter((line) => line['msg'] === msg),
    events: (id, type) =>
      sink
        .deliveries()
        .map(({ body }) => asBody(body))
        .filter((body) => body['event'] === type && idOf(body['recurringPayment']) === id),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function asBody(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) throw new Error('A webhook has no JSON body.')
  return { ...body }
}

function idOf(recurringPayment: unknown): unknown {
  return typeof recurringPayment === 'object' &&
    recurringPayment !== null &&
    'id' in recurringPayment
    ? recurringPayment.id
    : null
}
