import type { Hex } from 'viem'
import type { Fees } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { permitIdOf } from '../permits/permitKey.ts'
import { broadcastStored } from './broadcastStored.ts'
import { factsOf, isVoid } from './executionRows.ts'
import { hold } from './hold.ts'
import type { ExecutionKey } from './moveExecution.ts'
import type { NonceSlot } from './nonceSlots.ts'
import type { RelayTransaction } from './openRelayer.ts'
import { raisedFees } from './planFees.ts'
import type { RelayContext } from './relayContext.ts'
import { rawOf, storeTransaction } from './storeTransaction.ts'

/** A transaction that is in no block after this time is replaced by one that offers more. */
export const STUCK_AFTER_MS = 60_000

/** The gas of a transfer where no node returns another value: the least of any transaction. */
const TRANSFER_GAS = 21_000n
/** Chains that charge for layer 1 in gas ask for more of it from one block to the next. */
const GAS_HEADROOM_PERCENT = 150n

/** The state of the chain in this run. */
export type Tending = { pendingNonce: bigint; market: Fees }

/**
 * Maintains a nonce that is in no block yet. It sends its transaction to the nodes again where they lost it, and
 * replaces it, with the same nonce and higher fees, when it is stuck. The payment of a payout that has been cancelled
 * since is replaced by an empty transfer: only one of the two can be mined, and the later ones need not wait.
 *
 * @throws StaleLeaseError
 */
export async function tendSlot(
  context: RelayContext,
  slot: NonceSlot,
  tending: Tending,
): Promise<void> {
  const last = slot.transactions.at(-1)
  if (last === undefined) return
  const isUnwanted = !isVoid(context, last) && !(await isWanted(context, last))
  // Since it was signed, or removed from its block.
  const age = ageMs(context.now().getTime(), Date.parse(last.updated_at))
  if (isUnwanted || age >= STUCK_AFTER_MS) {
    const replaced = await replace(context, last, { isUnwanted, market: tending.market })
    // An unwanted transaction is not sent again, also while its replacement would cost too much.
    if (replaced || isUnwanted) return
  }
  if (tending.pendingNonce > slot.nonce) return
  const outcome = await broadcastStored(context, last)
  if (outcome !== 'underpriced') return
  // Blocks became dearer than the transaction offers: waiting until it counts as stuck would not help.
  const { baseFeeUnits } = tending.market
  if (BigInt(last.max_fee_units) < baseFeeUnits) {
    await replace(context, last, { isUnwanted: false, market: tending.market })
  }
}

/** Fills a nonce that no transaction has, and for which the later ones wait. */
export async function fillGap(
  context: RelayContext,
  { nonce, behind, market }: { nonce: bigint; behind: Row<'relayer_transactions'>; market: Fees },
): Promise<void> {
  const fees = raisedFees(
    { maxUnits: 0n, tipUnits: 0n, isLegacy: market.isLegacy },
    market,
    context.settings.maxGasPriceUnits,
  )
  if (fees === null) return
  const transaction = { ...(await planVoid(context, nonce)), fees }
  const row = await storeTransaction(context, { key: behind, transaction, claim: async () => true })
  if (row === null) return
  context.notices.warn(factsOf(row), 'Filled gap in nonces')
  await broadcastStored(context, row)
}

async function replace(
  context: RelayContext,
  last: Row<'relayer_transactions'>,
  { isUnwanted, market }: { isUnwanted: boolean; market: Fees },
): Promise<boolean> {
  const previous = context.relayer.parse(rawOf(last))
  const ceiling = context.settings.maxGasPriceUnits
  const fees = raisedFees(previous.fees, market, ceiling)
  if (fees === null) {
    hold(context, 'gas_price_above_ceiling', { ...factsOf(last), ceilingUnits: String(ceiling) })
    return false
  }
  const call = isUnwanted ? await planVoid(context, previous.nonce) : previous
  const key: ExecutionKey = last
  const permitId = permitIdOf(key)
  const row = await storeTransaction(context, {
    key,
    transaction: { ...call, fees },
    claim: async (tx, hash) => {
      if (permitId !== null && !isUnwanted) await nameTransaction(tx, permitId, hash)
      return true
    },
  })
  if (row === null) return false
  const calledBack = permitId === null ? 'Called back recurring payment' : 'Called back permit'
  context.notices.warn(
    { ...factsOf(row), replacedTxHash: last.hash, maxFeeUnits: row.max_fee_units },
    isUnwanted ? calledBack : 'Replaced stuck transaction',
  )
  await broadcastStored(context, row)
  return true
}

/** A caller that submitted the permit and asks again receives the transaction that can still be mined. */
async function nameTransaction(tx: Tx, permitId: string, hash: Hex): Promise<void> {
  await tx.updateTable('permits').set({ tx_hash: hash }).where('id', '=', permitId).execute()
}

/** An empty transfer from the relayer to itself. */
async function planVoid(
  { relayer, settings, chain }: Pick<RelayContext, 'relayer' | 'settings' | 'chain'>,
  nonce: bigint,
): Promise<Omit<RelayTransaction, 'fees'>> {
  const { chainId } = settings.network
  const { address } = relayer
  const estimate = await chain.simulate({ from: address, to: address, data: '0x' })
  const gas = 'gas' in estimate ? (estimate.gas * GAS_HEADROOM_PERCENT) / 100n : TRANSFER_GAS
  return { chainId, nonce, to: address, data: '0x', gas }
}

/** Whether the payment is still to be made: its payout was not cancelled, and it was not made by another transaction. */
async function isWanted(
  context: Pick<RelayContext, 'db' | 'now'>,
  key: ExecutionKey,
): Promise<boolean> {
  const { db } = context
  const permitId = permitIdOf(key)
  if (permitId !== null) return isOpenPermit(context, permitId)
  const row = await db.kysely
    .selectFrom('recurring_executions as e')
    .innerJoin('recurring_payments as s', 's.id', 'e.recurring_payment_id')
    .select('e.payment_index')
    .where('e.recurring_payment_id', '=', key.recurring_payment_id)
    .where('e.payment_index', '=', key.payment_index)
    .where('e.status', '!=', 'confirmed')
    .where('s.status', '!=', 'cancelled')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the token would still accept the permit. */
async function isOpenPermit(
  { db, now }: Pick<RelayContext, 'db' | 'now'>,
  permitId: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('permits')
    .select('deadline_s')
    .where('id', '=', permitId)
    .executeTakeFirst()
  return row !== undefined && Number(row.deadline_s) * 1_000 > now().getTime()
}
