import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { BroadcastOutcome } from './chainClient.ts'
import { unwrap } from './createAsk.ts'
import { ChainUnavailableError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'

const DEADLINE_MS = 8_000

/**
 * Sends a signed transaction to every node at once, so that no single node can withhold it. Returns the most favourable
 * response.
 *
 * @throws ChainUnavailableError when no node returned a known response; the transaction may still have been accepted
 */
export async function broadcast(
  { network, nodes }: { network: Network; nodes: readonly RpcNode[] },
  raw: Hex,
): Promise<BroadcastOutcome> {
  const calls = [{ method: 'eth_sendRawTransaction', params: [raw] }]
  const answers = await Promise.allSettled(
    nodes.map(async (node) => toOutcome(unwrap(await node.send(calls, DEADLINE_MS), 'keep')[0])),
  )
  const outcomes = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  const kindest = BY_KINDNESS.find((outcome) => outcomes.includes(outcome))
  if (kindest !== undefined) return kindest
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason
  const reason = cause instanceof Error ? cause.message : 'no node is configured'
  throw new ChainUnavailableError(network.id, reason, { cause })
}

const BY_KINDNESS: readonly BroadcastOutcome[] = [
  'accepted',
  'nonce_used',
  'underpriced',
  'no_funds',
  'nonce_ahead',
]

/** There are no standard codes, so this list contains the messages of geth, its forks, erigon, nethermind, besu, reth and anvil. */
const WORDINGS: readonly (readonly [RegExp, BroadcastOutcome])[] = [
  [/already (known|imported|exists|in )|known transaction|alreadyknown/i, 'accepted'],
  [
    /underpriced|fee (too low|cap less)|less than block base fee|feetoolow|gas price (too low|below)/i,
    'underpriced',
  ],
  [/nonce (is )?too (high|distant)|nonce gap/i, 'nonce_ahead'],
  [/nonce (is )?too low|oldnonce|nonce .*(used|lower than)|invalid nonce/i, 'nonce_used'],
  [/insufficient (funds|balance)|insufficientfunds|upfront cost/i, 'no_funds'],
]

function toOutcome(result: unknown): BroadcastOutcome {
  if (!(result instanceof RpcCallError)) return 'accepted'
  const outcome = WORDINGS.find(([wording]) => wording.test(result.rpcMessage))?.[1]
  if (outcome === undefined) throw result
  return outcome
}
