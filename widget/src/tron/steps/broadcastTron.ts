import type { Session } from '../../steps/session.ts'
import type { TronNode, TronReceipt } from './createTronNode.ts'
import type { SignedTron } from './signTron.ts'

/** What became of sending a transaction. `busy`: nobody took it and nobody refused it. */
export type TronDelivery =
  | 'taken'
  | 'busy'
  /** The account has too little TRX or bandwidth, or does not exist. */
  | 'no_resources'
  /** It was not signed by its owner's key, so it never can be carried out. */
  | 'bad_signature'
  /** Refused for another reason. */
  | 'refused'

/**
 * Hands a signed transaction to the service's relay, and where that reaches nobody to the node. Repeating it is harmless: its id
 * does not change, and one that is known already is taken.
 */
export async function broadcastTron(
  session: Pick<Session, 'api'>,
  node: Pick<TronNode, 'broadcast'>,
  transaction: SignedTron,
  signal: AbortSignal,
): Promise<TronDelivery> {
  const relayed = await session.api.broadcastTron(transaction, signal)
  // What a node says goes on to the payer; what the relay could not deliver, the page delivers itself.
  if (relayed !== null && !isPassing(relayed)) return readDelivery(relayed)
  const sent = await node.broadcast(transaction).catch(() => null)
  signal.throwIfAborted()
  return sent === null ? 'busy' : readDelivery(sent)
}

function isPassing({ isTaken, code }: TronReceipt): boolean {
  return !isTaken && PASSING.has(code)
}

/** java-tron's codes of a node that cannot take anything now. */
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
  // The code is spelled so in java-tron.
  if (code === 'BANDWITH_ERROR' || code === 'CONTRACT_VALIDATE_ERROR') return 'no_resources'
  return PASSING.has(code) ? 'busy' : 'refused'
}
