import { RELAYER_ACCOUNT } from '@secure-payment/devnet'
import type { AccountState, ChainClient, Simulation } from '../../../host/src/chains/chainClient.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createHolder } from '../../../host/src/leases/leases.ts'
import { createRecurringExecutor } from '../../../host/src/recurring/createRecurringExecutor.ts'
import { seedPayments } from '../../support/seedPayments.ts'
import { seedRecurringPayout } from '../../support/seedRecurringPayout.ts'
import { startTestHost, type TestHost, usdcItem } from '../../support/testHost.ts'

const DAY_MS = 86_400_000
/** A time longer than the timeout after which an unmined transaction, or a payment unseen by the watcher, is checked again. */
const LATER_MS = 120_000
const COINS = 10n ** 18n
/** PermitExpired(uint256) */
const EXPIRED = '0x9e96b26f'

/** The chain's next state. */
type Script = { account: AccountState; simulation: Simulation; isMined: boolean }

/**
 * Makes payments for recurring payouts against a scripted chain, so that the executor runs through its states at a known pace. A payment is
 * opened, sent, replaced, queued behind a nonce gap that is then filled, mined, rechecked and confirmed. Then the chain rejects a payment,
 * and the payout's next payment becomes due far in the future.
 */
export async function makeRecurringPayments(): Promise<void> {
  await using test = await startTestHost({ PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey })
  const { context } = test.host
  const script: Script = { account: account(0n, 0n), simulation: { gas: 90_000n }, isMined: false }
  const chains = {
    ...context.chains,
    get: () => scriptedChain(context.chains.get('devnet'), script),
  }
  const settings = context.config.networks.find(({ network }) => network.id === 'devnet')
  if (settings === undefined) throw new Error('The host does not serve devnet.')
  using holder = createHolder(context.random)
  const options = { holder, onEvents() {} }
  const executor = createRecurringExecutor({ ...context, chains }, settings, options)
  const id = await addSchedule(test)

  await executor.step()
  await expectExecution(test, id, { index: 1, status: 'sent' })
  // No node has the transaction, and gas prices rise: it is sent again and replaced.
  test.clock.advance(LATER_MS)
  await executor.step()
  // An earlier nonce is missing.
  await moveNonce(test, id, 1n)
  test.clock.advance(LATER_MS)
  await executor.step()
  script.account = account(3n, 3n)
  script.isMined = true
  await executor.step()
  await executor.step()
  await recordPayment(test, id)
  await executor.step()
  await expectExecution(test, id, { index: 1, status: 'confirmed' })

  script.simulation = { revert: EXPIRED }
  test.clock.advance(2 * DAY_MS)
  await executor.step()
  await expectExecution(test, id, { index: 2, status: 'due' })
  await context.db.kysely
    .updateTable('recurring_payments')
    .set({ status: 'active', next_due_at: '2099-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  await executor.step()
  await executor.release()
}

function account(latestNonce: bigint, pendingNonce: bigint): AccountState {
  return { latestNonce, pendingNonce, balanceUnits: COINS, hasContractCode: false }
}

function scriptedChain(chain: ChainClient, script: Script): ChainClient {
  return {
    ...chain,
    readAccount: async () => script.account,
    readFees: async () => ({ baseFeeUnits: 10n, priorityFeeUnits: 1n, isLegacy: false }),
    simulate: async () => script.simulation,
    broadcast: async () => 'accepted',
    findReceipt: async () => (script.isMined ? { succeeded: true, blockNumber: 1n } : null),
  }
}

async function addSchedule(test: TestHost): Promise<string> {
  const { json } = await test.call('POST', '/v2/request', { body: usdcItem })
  const at = test.clock.now()
  return seedRecurringPayout(test.host.context, {
    request_id: json.requestId,
    status: 'active',
    frequency: 'DAILY',
    start_date: at.toISOString().slice(0, 10),
    permit_signature: `0x${'5a'.repeat(64)}1b`,
    first_payment_s: BigInt(Math.floor(at.getTime() / 1_000)),
    period_s: BigInt(DAY_MS / 1_000),
    next_due_at: at.toISOString(),
    activated_at: at.toISOString(),
  })
}

async function moveNonce({ host }: TestHost, id: string, by: bigint): Promise<void> {
  await host.context.db.kysely
    .updateTable('relayer_transactions')
    .set(({ eb }) => ({ nonce: eb('nonce', '+', by) }))
    .where('recurring_payment_id', '=', id)
    .execute()
}

/** Records a payment as the watcher does. */
async function recordPayment({ host }: TestHost, id: string): Promise<void> {
  const { request_id } = await host.context.db.kysely
    .selectFrom('recurring_executions')
    .select('request_id')
    .where('recurring_payment_id', '=', id)
    .executeTakeFirstOrThrow()
  await host.context.db.kysely
    .updateTable('requests')
    .set({ has_been_paid: 1, status: 'paid' })
    .where('id', '=', request_id)
    .execute()
  await seedPayments(host.context, [{ request_id, type: 'recurring' }])
}

async function expectExecution(
  { host }: TestHost,
  id: string,
  wanted: { index: number; status: Row<'recurring_executions'>['status'] },
): Promise<void> {
  const row = await host.context.db.kysely
    .selectFrom('recurring_executions')
    .select('status')
    .where('recurring_payment_id', '=', id)
    .where('payment_index', '=', wanted.index)
    .executeTakeFirst()
  if (row?.status === wanted.status) return
  throw new Error(`Payment ${wanted.index} is ${row?.status ?? 'not there'}, not ${wanted.status}.`)
}
