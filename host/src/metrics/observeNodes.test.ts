import { expect, it } from 'vitest'
import { NodeError } from '../chains/errors.ts'
import type { Metrics } from './metrics.ts'
import { observeNodes } from './observeNodes.ts'

function observe() {
  const lines: object[] = []
  const counted: string[] = []
  const time = { ms: 0 }
  const note = (facts: object, msg?: string) => void lines.push({ msg, ...facts })
  const metrics: Metrics = {
    callEnded: () => {},
    created: () => {},
    deliveryTried: () => {},
    nodeFailed: (network, node) => void counted.push(`${network} ${node}`),
    nodesDisagreed: (network) => void counted.push(network),
    signedOffered() {},
    rowsDeleted() {},
    replicaChosen() {},
  }
  const observer = observeNodes({ log: { info: note, warn: note }, metrics }, () => time.ms)
  return { lines, counted, time, observer }
}

const refused = new NodeError('node.example', 'ECONNREFUSED')

it('a node that fails for eleven minutes causes a line at once, two summaries and a line at its recovery', () => {
  const { lines, counted, time, observer } = observe()
  for (; time.ms <= 11 * 60_000; time.ms += 5_000) observer.failed('base', 2, refused)
  observer.answered('base', 1)
  observer.answered('base', 2)
  observer.answered('base', 2)
  const facts = { network: 'base', node: 2 }
  const failing = { ...facts, reason: 'node.example: ECONNREFUSED' }
  expect(lines).toEqual([
    { msg: 'A node fails', ...failing, failures: 1 },
    { msg: 'A node still fails', ...failing, failures: 61, durationMs: 300_000 },
    { msg: 'A node still fails', ...failing, failures: 121, durationMs: 600_000 },
    { msg: 'A node responds again', ...facts, failures: 133, durationMs: 665_000 },
  ])
  expect(counted).toHaveLength(133)
})

it('a node that fails again after its recovery causes a line at once', () => {
  const { lines, observer } = observe()
  observer.failed('base', 1, refused)
  observer.answered('base', 1)
  observer.failed('base', 1, refused)
  expect(lines).toMatchObject([
    { msg: 'A node fails' },
    { msg: 'A node responds again' },
    { msg: 'A node fails', failures: 1 },
  ])
})

it('the failures of two nodes, and of one network’s nodes together, are separate series', () => {
  const { lines, counted, observer } = observe()
  observer.failed('base', 1, refused)
  observer.failed('base', 2, refused)
  observer.disagreed('base')
  observer.disagreed('base')
  expect(lines).toMatchObject([
    { msg: 'A node fails', node: 1 },
    { msg: 'A node fails', node: 2 },
    { msg: 'The nodes contradict each other', network: 'base', contradictions: 1 },
  ])
  expect(counted).toEqual(['base 1', 'base 2', 'base', 'base'])
})
