import type { Hex } from 'viem'
import type { Tx } from '../db/openDatabase.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { broadcastStored } from './broadcastStored.ts'
import { hold } from './hold.ts'
import { nextNonce, readTakenNonces } from './nonceSlots.ts'
import type { RelayFees, RelayTransaction } from './openRelayer.ts'
import { firstFees } from './planFees.ts'
import type { RelayContext } from './relayContext.ts'
import type { WorkKey } from './relayedWork.ts'
import { storeTransactions, type Unstored } from './storeTransaction.ts'

/** The maximum number of pending transactions: as many as geth guarantees to keep per account, however full its pool. */
export const MAX_IN_FLIGHT = 16

/** The relayer's nonces, and the coins that it can spend beyond those in flight. */
export type RelayMeans = {
  latestNonce: bigint
  pendingNonce: bigint
  spendableUnits: bigint
  /** The number of transactions that may still be sent before {@link MAX_IN_FLIGHT} are pending. */
  places: number
}

/** A piece of work that the chain would accept now, and its call. */
export type Ready<W> = { work: W; call: Omit<RelayTransaction, 'nonce' | 'fees'> }

/** Returns the fees of new transactions; logs a notice and returns null while gas is above the ceiling. */
export async function readFees(
  context: Pick<RelayContext, 'chain' | 'settings' | 'notices'>,
  facts: object,
): Promise<RelayFees | null> {
  const fees = firstFees(await context.chain.readFees(), context.settings.maxGasPriceUnits)
  if (fees === null) hold(context, 'gas_price_above_ceiling', facts)
  else context.notices.end('gas_price_above_ceiling')
  return fees
}

/** The handling of one kind of work. */
type Plan<W> = {
  fees: RelayFees
  ready: readonly Ready<W>[]
  /** Logs a lack of coins. */
  canPay(units: { spendableUnits: bigint; costUnits: bigint }): boolean
  keyOf(work: W): WorkKey
  /** Runs in the database transaction that stores the transaction; false if the work must no longer be sent. */
  claim(tx: Tx, work: W, sent: { gas: bigint; hash: Hex }): Promise<boolean>
  /** Logs that nodes received the transaction. `facts` identify the transaction. */
  onSent(work: W, facts: { txHash: string; nonce: string; outcome: string }): void
}

/**
 * Sends work in order, each piece with the next nonce, until the relayer cannot pay for one. All transactions are stored at once, and only
 * then sent to the nodes, in the order of their nonces. Work that must no longer be sent leaves its nonce to the next piece.
 *
 * @throws StaleLeaseError
 */
export async function sendReady<W>(
  context: Pick<
    RelayContext,
    'chain' | 'db' | 'lease' | 'notices' | 'now' | 'relayer' | 'settings' | 'tracing'
  >,
  { latestNonce, pendingNonce, ...means }: RelayMeans,
  plan: Plan<W>,
): Promise<{ sent: number }> {
  const taken = await readTakenNonces(context.db.kysely, context, latestNonce)
  let { spendableUnits } = means
  let { ready } = plan
  let sent = 0
  while (ready.length > 0) {
    const batch = takePayable(ready, { ...plan, pendingNonce, taken, spendableUnits })
    const rows = await storeTransactions(context, batch.map(unstoredOf(plan)))
    const stored = batch.slice(0, rows.length)
    for (const { transaction } of stored) {
      taken.add(transaction.nonce)
      spendableUnits -= transaction.gas * plan.fees.maxUnits
    }
    await Promise.all(
      stored.map(async ({ work }, index) => {
        const row = ensureDefined(rows[index], 'A stored transaction')
        const outcome = await broadcastStored(context, row)
        plan.onSent(work, { txHash: row.hash, nonce: String(row.nonce), outcome })
      }),
    )
    sent += stored.length
    if (stored.length === batch.length) break
    ready = ready.slice(stored.length + 1)
  }
  return { sent }
}

/** Work with its transaction. */
type Planned<W> = { work: W; transaction: RelayTransaction }

function unstoredOf<W>({ keyOf, claim }: Plan<W>): (planned: Planned<W>) => Unstored {
  return ({ work, transaction }) => ({
    key: keyOf(work),
    transaction,
    claim: (tx, hash) => claim(tx, work, { gas: transaction.gas, hash }),
  })
}

/** Returns the first pieces of work that the relayer can pay for, with their nonces. */
function takePayable<W>(
  ready: readonly Ready<W>[],
  {
    fees,
    canPay,
    pendingNonce,
    ...start
  }: Pick<Plan<W>, 'fees' | 'canPay'> & {
    pendingNonce: bigint
    taken: ReadonlySet<bigint>
    spendableUnits: bigint
  },
): readonly Planned<W>[] {
  const taken = new Set(start.taken)
  let { spendableUnits } = start
  const planned: Planned<W>[] = []
  for (const { work, call } of ready) {
    const costUnits = call.gas * fees.maxUnits
    if (!canPay({ spendableUnits, costUnits })) break
    const nonce = nextNonce(pendingNonce, taken)
    taken.add(nonce)
    spendableUnits -= costUnits
    planned.push({ work, transaction: { ...call, nonce, fees } })
  }
  return planned
}
