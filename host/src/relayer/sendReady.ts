import { hold } from './hold.ts'
import { nextNonce, readTakenNonces } from './nonceSlots.ts'
import type { RelayFees, RelayTransaction } from './openRelayer.ts'
import { firstFees } from './planFees.ts'
import type { RelayContext } from './relayContext.ts'

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

/**
 * Sends work in order, each piece with the next nonce, until the relayer cannot pay for one. `canPay` logs a lack of coins; `send`
 * returns false if the work must no longer be sent, and its nonce then stays free.
 */
export async function sendReady<W>(
  context: Pick<RelayContext, 'db' | 'settings' | 'relayer'>,
  { latestNonce, pendingNonce, ...means }: RelayMeans,
  plan: {
    fees: RelayFees
    ready: readonly Ready<W>[]
    canPay(units: { spendableUnits: bigint; costUnits: bigint }): boolean
    send(work: W, transaction: RelayTransaction): Promise<boolean>
  },
): Promise<{ sent: number }> {
  const { fees, ready, canPay, send } = plan
  const taken = await readTakenNonces(context.db.kysely, context, latestNonce)
  let { spendableUnits } = means
  let sent = 0
  for (const { work, call } of ready) {
    const costUnits = call.gas * fees.maxUnits
    if (!canPay({ spendableUnits, costUnits })) break
    const nonce = nextNonce(pendingNonce, taken)
    if (!(await send(work, { ...call, nonce, fees }))) continue
    taken.add(nonce)
    spendableUnits -= costUnits
    sent += 1
  }
  return { sent }
}
