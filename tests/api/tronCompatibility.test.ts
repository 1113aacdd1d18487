import { afterAll, expect, it } from 'vitest'
import { findBroken, publishedOperations } from '../support/publishedCheck.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'

/** Clients of the published API also work with this service on Tron, as compatibility.test.ts describes. */
const relay = await startTronRelay()
const { test, node, sign, broadcast } = relay
afterAll(() => relay[Symbol.asyncDispose]())

const broadcastName = 'POST /v2/secure-payments/{token}/tron/broadcast'

function expectPublished(schema: object | undefined, value: unknown): void {
  if (schema === undefined) throw new Error('The document has no such schema.')
  expect(findBroken(schema, value), JSON.stringify(value)).toEqual([])
}

/** The published schema of an operation's success. */
function answerOf(name: string): object | undefined {
  const { responses } = publishedOperations[name] ?? {}
  return responses?.['201'] ?? responses?.['200']
}

it('Relay requests, successes and errors match the published schema', async () => {
  const { token, payment } = await relay.createPayment()
  const signedTransaction = await sign(payment)
  expectPublished(publishedOperations[broadcastName]?.body, { signedTransaction })
  const taken = await broadcast(token, signedTransaction)
  expect(taken.status).toBe(200)
  expectPublished(answerOf(broadcastName), taken.json)
  node.state.broadcast = () => ({ code: 'SIGERROR', message: '616263' })
  const refused = await broadcast(token, await sign(payment, { lifeMs: 1_000 }))
  expect(refused.json).toMatchObject({ result: false, code: 'SIGERROR', message: 'abc' })
  expectPublished(answerOf(broadcastName), refused.json)
})

it('Requests and their calldata match the published schema', async () => {
  const created = await test.call('POST', '/v2/request', { body: usdtItem })
  expectPublished(answerOf('POST /v2/request'), created.json)
  const path = `/v2/request/${created.json.requestId}`
  expectPublished(answerOf('GET /v2/request/{requestId}'), (await test.call('GET', path)).json)
  const calldata = await test.call('GET', `${path}/pay`)
  expectPublished(answerOf('GET /v2/request/{requestId}/pay'), calldata.json)
  const payout = await test.call('POST', '/v2/payouts', { body: usdtItem })
  expectPublished(answerOf('POST /v2/payouts'), payout.json)
})
