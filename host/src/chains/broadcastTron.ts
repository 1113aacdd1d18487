import type { Network } from '@secure-payment/core/networks'
import type { TronTransaction } from '@secure-payment/core/tron'
import { ChainUnavailableError } from './errors.ts'
import type { TronNode } from './openTronNode.ts'
import { broadcastAnswer, parseTronAnswer } from './tronAnswers.ts'
import type { TronBroadcast } from './tronChain.ts'

const DEADLINE_MS = 8_000
const PATH = 'wallet/broadcasttransaction'
const MAX_MESSAGE_LENGTH = 500
/** The maximum length of a returned code; java-tron's longest code has 29 characters. */
const MAX_CODE_LENGTH = 80

/**
 * Sends a signed transaction to every node at once, so that no single node can withhold it. Returns the most favourable
 * response.
 *
 * @throws ChainUnavailableError when no node returned a known response; the transaction may still have been accepted
 */
export async function broadcastTron(
  { network, nodes }: { network: Network; nodes: readonly TronNode[] },
  transaction: TronTransaction,
): Promise<TronBroadcast> {
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const answer = await node.ask(PATH, { ...transaction }, DEADLINE_MS)
      return toOutcome(parseTronAnswer(broadcastAnswer, answer, PATH))
    }),
  )
  const outcomes = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  const [kindest] = outcomes.sort((a, b) => unkindness(a) - unkindness(b))
  if (kindest !== undefined) return kindest
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  const reason = cause instanceof Error ? cause.message : 'no node is configured'
  throw new ChainUnavailableError(network.id, reason, { cause })
}

function toOutcome(answer: {
  result?: boolean | undefined
  code?: string | number | undefined
  message?: string | undefined
}): TronBroadcast {
  const code = answer.code === undefined ? null : String(answer.code).slice(0, MAX_CODE_LENGTH)
  // A node that already has the transaction, in its pool or in a block, has accepted it.
  if (answer.result === true || code === 'DUP_TRANSACTION_ERROR') {
    return { accepted: true, code, message: null }
  }
  return { accepted: false, code, message: readMessage(answer.message) }
}

/** Rejections that state a fact about the transaction; those that its sender can fix come first. */
const FACTS = [
  'BANDWITH_ERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'SIGERROR',
]

/** A rejection that states a fact takes precedence over one from a node that is busy or lacks a block. */
function unkindness({ accepted, code }: TronBroadcast): number {
  if (accepted) return -1
  const rank = FACTS.indexOf(code ?? '')
  return rank === -1 ? FACTS.length : rank
}

/** Text from java-tron: UTF-8 in hex; some gateways return plain text. */
function readMessage(message: string | undefined): string | null {
  if (message === undefined || message === '') return null
  const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(message)
  const text = isHex ? Buffer.from(message, 'hex').toString('utf8') : message
  return text.slice(0, MAX_MESSAGE_LENGTH)
}
