import type { Session } from '../../steps/session.ts'
import type { TronNode, TronReceipt } from './createTronNode.ts'
import type { SignedTron } from './signTron.ts'

/** The result of sending a transaction. `busy`: no node accepted it and no node rejected it. */
export type TronDelivery =
  | 'taken'
  | 'busy'
  /** The account has too little TRX or bandwidth, or does not exist. */
  | 'no_resources'
  /** The transaction was not signed with its owner's key, so it can never be executed. */
  | 'bad_signature'
  /** Rejected for another reason. */
  | 'refused'

/**
 * Sends a signed transaction to the service's relay; if the relay reaches no node, sends it to the node. Idempotent: the transaction
 * keeps its id, and nodes accept a transaction that they already have.
 */
export async function broadcastTron(
  session: Pick<Session, 'api'>,
  node: Pick<TronNode, 'broadcast'>,
  transaction: SignedTron,
  signal: AbortSignal,
): Promise<TronDelivery> {
  const relayed = await session.api.broadcastTron(transaction, signal)
  // Returns the response of the relay's node. If the relay could not deliver the transaction, the page sends it itself.
  if (relayed !== null && !isPassing(relayed)) return readDelivery(relayed)
  const sent = await node.broadcast(transaction).catch(() => null)
  signal.throwIfAborted()
  return sent === null ? 'busy' : readDelivery(sent)
}

function isPassing({ isTaken, code }: TronReceipt): boolean {
  return !isTaken && PASSING.has(code)
}

/** java-tron's codes for a node that temporarily accepts no transactions. */
const PASSING: ReadonlySet<string> = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
])

function readDelivery({ isTaken, code }: TronReceipt): TronDelivery {
  if (isTaken || code === 'DUP_TRANSACTION_ERROR') return 'taken'
  if (code === 'SIGERROR') return 'bad_signature'
  // java-tron spells the code this way.
  if (code === 'BANDWITH_ERROR' || code === 'CONTRACT_VALIDATE_ERROR') return 'no_resources'
  return PASSING.has(code) ? 'busy' : 'refused'
}
