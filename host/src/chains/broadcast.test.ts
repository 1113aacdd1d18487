import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { ChainUnavailableError, NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcOutcome } from './openRpcTransport.ts'

/** Creates a node that returns `outcome` for every transaction; with null, its connection fails. */
function nodeWith(outcome: RpcOutcome | null): RpcNode {
  return {
    name: 'node',
    restsUntilMs: () => 0,
    logRange: () => 1,
    shrinkLogRange: () => {},
    async send() {
      if (outcome === null) throw new NodeError('node', 'connection reset')
      return [outcome]
    },
    async [Symbol.asyncDispose]() {},
  }
}

const refusing = (message: string) =>
  nodeWith({ error: new RpcCallError('node', 'eth_sendRawTransaction', -32_000, message) })
const taking = nodeWith({ result: `0x${'ab'.repeat(32)}` })
const send = (...nodes: RpcNode[]) => broadcast({ network: getNetwork('devnet'), nodes }, '0x02')

test.each([
  ['already known', 'accepted'],
  ['AlreadyKnown', 'accepted'],
  ['Known transaction', 'accepted'],
  ['transaction already imported', 'accepted'],
  ['nonce too low: next nonce 8, tx nonce 7', 'nonce_used'],
  ['nonce too low', 'nonce_used'],
  ['OldNonce', 'nonce_used'],
  ['nonce too high', 'nonce_ahead'],
  ['replacement transaction underpriced', 'underpriced'],
  ['transaction underpriced', 'underpriced'],
  ['max fee per gas less than block base fee: address 0x, maxFeePerGas: 1', 'underpriced'],
  ['FeeTooLow, EffectivePriorityFeePerGas too low', 'underpriced'],
  ['insufficient funds for gas * price + value', 'no_funds'],
  ['Insufficient funds for gas * price + value', 'no_funds'],
  ['Upfront cost exceeds account balance', 'no_funds'],
])('the node message "%s" means %s', async (message, outcome) => {
  expect(await send(refusing(message))).toBe(outcome)
})

test('the most favourable response of several nodes counts', async () => {
  expect(await send(refusing('nonce too low'), nodeWith(null), taking)).toBe('accepted')
  expect(await send(refusing('insufficient funds'), refusing('nonce too low'))).toBe('nonce_used')
})

test('an unknown response or a failed node causes an error', async () => {
  await expect(send(refusing('Internal error'))).rejects.toThrow(ChainUnavailableError)
  await expect(send(nodeWith(null))).rejects.toThrow(ChainUnavailableError)
})
