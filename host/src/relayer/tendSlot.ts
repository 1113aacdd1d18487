import type { Fees } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Row } from '../db/schema.ts'
import { broadcastStored } from './broadcastStored.ts'
import { hold } from './hold.ts'
import type { NonceSlot } from './nonceSlots.ts'
import type { RelayTransaction } from './openRelayer.ts'
import { raisedFees } from './planFees.ts'
import type { RelayContext } from './relayContext.ts'
import { factsOf } from './relayedWork.ts'
import { isVoid, rawOf, storeTransaction } from './storeTransaction.ts'

/** A transaction that is not mined after this time is replaced by one with higher fees. */
export const STUCK_AFTER_MS = 60_000

/** The gas of a transfer if no node returns another value: the minimum of any transaction. */
const TRANSFER_GAS = 21_000n
/** Chains that charge layer 1 costs as gas may need more gas from one block to the next. */
const GAS_HEADROOM_PERCENT = 150n

/** The state of the chain in this run. */
export type Tending = { pendingNonce: bigint; market: Fees }

/**
 * Maintains an unmined nonce. Resends a slot's transaction if nodes have lost it; if it is stuck, replaces it with
 * a transaction with the same nonce and higher fees. If the work of a transaction is no longer wanted, an empty transfer replaces the transaction. Only
 * one of the two transactions can be mined, and later transactions do not have to wait.
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
  const isUnwanted = !isVoid(context, last) && !(await context.workOf(last).isWanted(context, last))
  // The time since the transaction was signed or left its block.
  const age = ageMs(context.now().getTime(), Date.parse(last.updated_at))
  if (isUnwanted || age >= STUCK_AFTER_MS) {
    const replaced = await replace(context, last, { isUnwanted, market: tending.market })
    // An unwanted transaction is not resent, even while its replacement would cost too much.
    if (replaced || isUnwanted) return
  }
  if (tending.pendingNonce > slot.nonce) return
  const outcome = await broadcastStored(context, last)
  if (outcome !== 'underpriced') return
  // The base fee rose above the transaction's offer, so waiting would not help.
  const { baseFeeUnits } = tending.market
  if (BigInt(last.max_fee_units) < baseFeeUnits) {
    await replace(context, last, { isUnwanted: false, market: tending.market })
  }
}

/** Fills an unused nonce for which later nonces wait. */
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
  context.notices.warn(factsOf(context, row), 'Filled a nonce gap')
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
    const facts = { ...factsOf(context, last), ceilingUnits: String(ceiling) }
    hold(context, 'gas_price_above_ceiling', facts)
    return false
  }
  const call = isUnwanted ? await planVoid(context, previous.nonce) : previous
  const work = context.workOf(last)
  const row = await storeTransaction(context, {
    key: last,
    transaction: { ...call, fees },
    claim: async (tx, hash) => {
      if (!isUnwanted) await work.replace(tx, context, { hash })
      return true
    },
  })
  if (row === null) return false
  context.notices.warn(
    { ...factsOf(context, row), replacedTxHash: last.hash, maxFeeUnits: row.max_fee_units },
    isUnwanted ? work.messages.recalled : 'Replaced a stuck transaction',
  )
  await broadcastStored(context, row)
  return true
}

/** Builds an empty transfer from the relayer to itself. */
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
