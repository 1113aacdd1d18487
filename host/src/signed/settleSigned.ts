import { encodeIsPaymentUsed, SIGNED_PAYMENT_TOPICS } from '@secure-payment/core/signed'
import { sql } from 'kysely'
import { type Hex, padHex } from 'viem'
import type { ReceiptQuery } from '../chains/chainClient.ts'
import type { Tx } from '../db/openDatabase.ts'
import { forEachAnswered } from '../relayer/forEachAnswered.ts'
import { isPending } from '../relayer/nonceSlots.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { factsOf } from '../relayer/relayedWork.ts'
import { hashOf, isVoid } from '../relayer/storeTransaction.ts'
import { workKey } from '../relayer/workKey.ts'
import { isOpenSql, moveSigned, type SignedRow } from './signedRows.ts'
import { reopenUnsent } from './signedWork.ts'

/** The interval between queries about a payment on chain. */
const RECHECK_MS = 2_000
/** The time after which a transaction of an earlier relayer's key, which this host cannot replace, no longer counts. */
const FORMER_MS = 60_000
/** The maximum number of payments that one run examines. */
const MAX_OPEN = 100
const USED = padHex('0x1', { size: 32 })

/** The state that a host keeps in memory between runs; its loss only delays ends. */
export type SignedMemory = {
  /** The times of the last queries, or of the first sight, by id, on the monotonic clock. */
  checkedAt: Map<string, number>
  /** By id, the first head that was seen past the deadline: no later block contains the payment. */
  pastAt: Map<string, bigint>
  /** The recorded payments of open signed payments that others made. */
  examined: Set<string>
}

/** The inputs that end payments; the relayer is needed only to follow its transactions. */
type SettleContext = Pick<RelayContext, 'chain' | 'db' | 'lease' | 'notices' | 'now' | 'settings'>

/**
 * Ends open signed payments. Only blocks that count as confirmed decide:
 *
 * - confirmed: the watcher recorded the payment, and its receipt contains the contract's event for this hash, whoever sent the transaction
 * - cancelled: the contract's event of the cancellation is in a confirmed block
 * - expired: the watcher has recorded every block up to one after the deadline, by the chain's clock
 *
 * Returns a sent payment whose transactions left the chain to the relayer; `relaying` is null on a host that sends nothing.
 *
 * @throws StaleLeaseError, ChainUnavailableError
 */
export async function settleSigned(
  context: SettleContext,
  memory: SignedMemory,
  relaying: RelayContext | null,
): Promise<void> {
  const open = await readOpen(context)
  forgetOthers(memory, open)
  if (open.length === 0) return
  const cursor = await readCursor(context)
  const recorded = await readRecorded(context)
  const nowMs = performance.now()
  const isDue = ({ id }: SignedRow) => {
    const checkedAtMs = memory.checkedAt.get(id)
    // Most payments are mined before their first query.
    if (checkedAtMs === undefined) memory.checkedAt.set(id, nowMs)
    else return nowMs - checkedAtMs >= RECHECK_MS || memory.pastAt.has(id)
    return false
  }
  await forEachAnswered(context, open, async (row) => {
    const fresh = recorded.filter(({ id, key }) => id === row.id && !memory.examined.has(key))
    if (fresh.length > 0 && (await endIfMade(context, row, { payments: fresh, relaying }))) return
    for (const { key } of fresh) memory.examined.add(key)
    if (!isDue(row)) return
    await settleOne(context, memory, { row, cursor, relaying })
    memory.checkedAt.set(row.id, nowMs)
  })
}

/** A recorded payment of an open signed payment's request; `id` is the signed payment's, and `key` names both. */
type Recorded = { id: string; key: string; txHash: Hex; blockHash: Hex }

async function readRecorded({ db, settings }: SettleContext): Promise<readonly Recorded[]> {
  const rows = await db.kysely
    .selectFrom('signed_payments as signed')
    .innerJoin('payments', 'payments.request_id', 'signed.request_id')
    .select(['signed.id', 'payments.tx_hash', 'payments.block_hash'])
    .where('signed.network', '=', settings.network.id)
    .where(sql<boolean>`signed.status in ('stored', 'sent')`)
    .whereRef('payments.network', '=', 'signed.network')
    .execute()
  return rows.map(({ id, tx_hash, block_hash }) => ({
    id,
    key: `${id} ${tx_hash} ${block_hash}`,
    txHash: asHex(tx_hash),
    blockHash: asHex(block_hash),
  }))
}

/** Confirms a signed payment if one of these recorded payments was made with it: its receipt contains the contract's event for its hash. */
async function endIfMade(
  context: SettleContext,
  row: SignedRow,
  { payments, relaying }: { payments: readonly Recorded[]; relaying: RelayContext | null },
): Promise<boolean> {
  const receipts = await context.chain.getReceipts(
    payments.map(({ txHash, blockHash }) => ({
      transactionHash: txHash,
      blockHash,
      logs: [logOf(row, SIGNED_PAYMENT_TOPICS.made)],
    })),
  )
  const made = receipts.find((receipt) => receipt?.succeeded && receipt.logs.length > 0)
  if (!made) return false
  const to = { status: 'confirmed' as const, reason: null, tx_hash: made.transactionHash }
  await end(context, row, { to, relaying })
  return true
}

async function settleOne(
  context: SettleContext,
  memory: SignedMemory,
  { row, cursor, relaying }: { row: SignedRow; cursor: bigint; relaying: RelayContext | null },
): Promise<void> {
  if (await isCancelled(context, row, cursor)) {
    return end(context, row, { to: { status: 'cancelled', reason: null }, relaying })
  }
  if (await isPast(context, memory, { row, cursor })) {
    return end(context, row, { to: { status: 'expired' }, relaying })
  }
  if (row.status === 'sent' && relaying !== null) await recheck(relaying, row)
}

/** Returns whether a confirmed block contains the payer's cancellation, by the contract's state, its log and that log's receipt. */
async function isCancelled(
  { chain }: SettleContext,
  row: SignedRow,
  cursor: bigint,
): Promise<boolean> {
  if (cursor < row.from_block) return false
  const used = await chain.call(row.contract, encodeIsPaymentUsed(asHex(row.payment_hash)))
  if (used !== USED) return false
  const { logs } = await chain.getLogs(
    { fromBlock: row.from_block, toBlock: cursor },
    { addresses: [row.contract.toLowerCase()], topics: [SIGNED_PAYMENT_TOPICS.cancelled] },
  )
  const log = logs.find(({ topics }) => topics[1] === row.payment_hash)
  if (log === undefined) return false
  const [receipt] = await chain.getReceipts([
    {
      transactionHash: log.transactionHash,
      blockHash: log.blockHash,
      logs: [logOf(row, SIGNED_PAYMENT_TOPICS.cancelled)],
    },
  ])
  return receipt?.succeeded === true && receipt.logs.length > 0
}

function logOf({ contract, payment_hash }: SignedRow, topic: Hex): ReceiptQuery['logs'][number] {
  return { addresses: [contract.toLowerCase()], topics: [[topic], [asHex(payment_hash)]] }
}

/** Returns whether the watcher has recorded all blocks that could contain the payment. */
async function isPast(
  { chain, settings }: SettleContext,
  { pastAt }: SignedMemory,
  { row, cursor }: { row: SignedRow; cursor: bigint },
): Promise<boolean> {
  const known = pastAt.get(row.id)
  if (known !== undefined) return cursor >= known
  const head = await chain.getAgreedHead(undefined, settings.finality)
  if (head === null || BigInt(head.latest.timestampS) <= row.deadline_s) return false
  pastAt.set(row.id, head.latest.number)
  return cursor >= head.latest.number
}

async function readCursor({ db, settings }: SettleContext): Promise<bigint> {
  const row = await db.kysely
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('network', '=', settings.network.id)
    .executeTakeFirst()
  return row === undefined ? -1n : BigInt(row.block_number)
}

async function end(
  context: SettleContext,
  { id }: SignedRow,
  {
    to,
    relaying,
  }: {
    to: Partial<Pick<SignedRow, 'status' | 'reason' | 'tx_hash'>>
    relaying: RelayContext | null
  },
): Promise<void> {
  const moved = await writeLeased(context, async (tx) => {
    // No executor follows the transactions of an earlier key.
    if (relaying !== null) await dropFormer(tx, relaying, id)
    return moveSigned(tx, context, { id, from: ['stored', 'sent'], to })
  })
  if (moved) context.notices.info({ signedPaymentId: id, ...to }, 'Signed payment ended')
}

/** Marks the pending transactions of an earlier relayer's key as dropped. */
async function dropFormer(
  tx: Tx,
  { now, relayer }: Pick<RelayContext, 'now' | 'relayer'>,
  id: string,
): Promise<void> {
  await tx
    .updateTable('relayer_transactions')
    .set({ status: 'dropped', updated_at: now().toISOString() })
    .where('recurring_payment_id', '=', workKey('signed', id).recurring_payment_id)
    .where('relayer', '!=', relayer.address)
    .where(isPending)
    .execute()
}

/**
 * Lets the relayer send a payment again whose only pending transactions are those of an earlier key, if the chain has had none of them for a
 * minute. The contract makes the payment once, whichever transaction is mined.
 */
async function replaceFormer(
  context: RelayContext,
  { id }: SignedRow,
  pending: readonly { hash: string; created_at: string }[],
): Promise<void> {
  const nowMs = context.now().getTime()
  if (pending.some(({ created_at }) => nowMs - Date.parse(created_at) < FORMER_MS)) return
  const receipts = await Promise.all(
    pending.map(({ hash }) => context.chain.findReceipt(asHex(hash))),
  )
  if (receipts.some((receipt) => receipt?.succeeded === true)) return
  await writeLeased(context, async (tx) => {
    await dropFormer(tx, context, id)
    await reopenUnsent(tx, context, id)
  })
  context.notices.warn({ signedPaymentId: id }, 'Replaced the transaction of an earlier relayer')
}

/** Checks the transactions of a sent payment if none of them waits for a block: a reorganisation may have removed the mined one. */
async function recheck(context: RelayContext, signed: SignedRow): Promise<void> {
  const { id } = signed
  const { recurring_payment_id } = workKey('signed', id)
  const ofWork = context.db.kysely
    .selectFrom('relayer_transactions')
    .selectAll()
    .where('recurring_payment_id', '=', recurring_payment_id)
  const pending = await ofWork.where(isPending).execute()
  if (pending.some(({ relayer }) => relayer === context.relayer.address)) return
  if (pending.length > 0) return replaceFormer(context, signed, pending)
  const rows = await ofWork.where('status', '=', 'succeeded').execute()
  const mined = rows.filter((row) => !isVoid(context, row))
  for (const row of mined) {
    const receipt = await context.chain.findReceipt(hashOf(row))
    if (receipt?.succeeded === true) return
    const status = receipt === null ? 'pending' : 'reverted'
    await writeLeased(context, async (tx) => {
      await tx
        .updateTable('relayer_transactions')
        .set({ status, updated_at: context.now().toISOString() })
        .where('hash', '=', row.hash)
        .execute()
      await reopenUnsent(tx, context, id)
    })
    context.notices.warn({ ...factsOf(context, row), status }, 'Transaction changed its status')
  }
  if (mined.length === 0) {
    await writeLeased(context, (tx) => reopenUnsent(tx, context, id))
  }
}

function readOpen({ db, settings }: SettleContext): Promise<SignedRow[]> {
  return db.kysely
    .selectFrom('signed_payments')
    .selectAll()
    .where('network', '=', settings.network.id)
    .where(isOpenSql)
    .orderBy('created_at')
    .limit(MAX_OPEN)
    .execute()
}

function forgetOthers(
  { checkedAt, pastAt, examined }: SignedMemory,
  open: readonly SignedRow[],
): void {
  if (open.length === 0) examined.clear()
  const ids = new Set(open.map(({ id }) => id))
  for (const map of [checkedAt, pastAt]) {
    for (const id of map.keys()) if (!ids.has(id)) map.delete(id)
  }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
