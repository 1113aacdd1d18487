import type { Network } from '@secure-payment/core/networks'
import { isNodeFault } from './createAsk.ts'
import { ChainUnavailableError, NodesDisagreeError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'

/**
 * Sends the same queries to most of the configured nodes (two of two, two of three) and returns the majority's response
 * to each. It queries further nodes only if the first ones fail or differ.
 * @throws NodesDisagreeError if most responded but differ; ChainUnavailableError if too few responded
 */
export type Agree = <T>(
  read: (node: RpcNode) => Promise<readonly T[]>,
  rules: AgreeRules<T>,
) => Promise<readonly T[]>

/** The rules by which responses are compared. */
type AgreeRules<T> = {
  /** Returns the same text for equivalent responses. */
  toText: (answer: T) => string
  /** Returns the response that counts if responses differ only because a node abstained; `null` if none counts. */
  abstention?: (answers: readonly T[]) => { answer: T } | null
}

/** Queries a network's nodes in configuration order, and skips nodes that have just failed. */
export function createAgree(options: {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
  /** Called when the nodes contradict each other. */
  onDisagreement?: () => void
}): Agree {
  const { network, nodes } = options
  const needed = Math.floor(nodes.length / 2) + 1
  return async (read, rules) => {
    const waiting = nodes.filter((node) => node.restsUntilMs() <= options.nowMs())
    // A single node is retried once immediately, because one dropped connection is not an outage.
    if (nodes.length === 1) waiting.push(...waiting)
    const votes: Awaited<ReturnType<typeof read>>[] = []
    let lastError: unknown
    while (waiting.length > 0) {
      const asked = waiting.splice(0, Math.max(1, needed - votes.length))
      for (const outcome of await Promise.allSettled(asked.map(read))) {
        if (outcome.status === 'fulfilled') votes.push(outcome.value)
        else if (isNodeFault(outcome.reason)) lastError = outcome.reason
        else throw outcome.reason
      }
      const agreed = votes.length < needed ? null : tally(votes, needed, rules)
      if (agreed !== null) return agreed
    }
    const reason = lastError instanceof Error ? `: ${lastError.message}` : ''
    if (votes.length >= needed) {
      options.onDisagreement?.()
      throw new NodesDisagreeError(network.id, `nodes contradict each other${reason}`)
    }
    const counts =
      nodes.length === 1
        ? 'its node did not respond'
        : `${votes.length} of the ${needed} nodes that must agree responded`
    throw new ChainUnavailableError(network.id, `${counts}${reason}`, { cause: lastError })
  }
}

/** Returns the majority's response to each query; `null` if too few nodes agree on any of them. */
function tally<T>(
  votes: readonly (readonly T[])[],
  needed: number,
  { toText, abstention }: AgreeRules<T>,
): readonly T[] | null {
  const agreed: T[] = []
  for (const index of votes[0]?.keys() ?? []) {
    const answers = votes.flatMap((vote) => vote.slice(index, index + 1))
    const texts = answers.map(toText)
    const settled = answers.find(
      (_, at) => texts.filter((text) => text === texts[at]).length >= needed,
    )
    const answer = settled === undefined ? abstention?.(answers) : { answer: settled }
    if (answer === undefined || answer === null) return null
    agreed.push(answer.answer)
  }
  return agreed
}
