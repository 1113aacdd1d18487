import { NodeError } from '../../host/src/chains/errors.ts'
import type { MockNode } from '../flows/support/mockNode.ts'
import type { Random } from '../flows/support/random.ts'
import type { VirtualTime } from './virtualTime.ts'

/** A node's response time; rates are probabilities per round trip. */
export type Pace = { slowRate: number; slowMs: number }

/** Creates a node with delayed responses: a response after the deadline counts as a failure. */
export function createPacedNode(
  node: MockNode,
  { time, random }: { time: VirtualTime; random: Random },
): MockNode & { pace: Pace } {
  const pace: Pace = { slowRate: 0, slowMs: 0 }
  const { send } = node
  return Object.assign(node, {
    pace,
    async send(...[calls, deadlineMs]: Parameters<MockNode['send']>) {
      if (!random.chance(pace.slowRate)) return send(calls, deadlineMs)
      const neededMs = random.integer(1, pace.slowMs)
      await time.rest(Math.min(neededMs, deadlineMs))
      if (neededMs > deadlineMs) throw new NodeError(node.name, 'did not answer in time')
      return send(calls, deadlineMs)
    },
  })
}
