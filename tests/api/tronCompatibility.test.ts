import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, it } from 'vitest'
import published from '../support/publishedSchemas.json' with { type: 'json' }
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'

/** Clients of the published API also work with this service on Tron, as compatibility.test.ts describes. */
const relay = await startTronRelay()
const { test, node, sign, broadcast } = relay
afterAll(() => relay[Symbol.asyncDispose]())

const ajv = new Ajv2020({ strict: false, allErrors: true })

function expectPublished(schema: keyof typeof published, value: unknown): void {
  const validate = ajv.compile(published[schema])
  expect(validate(value), `${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`).toBe(true)
}

it('Relay requests, successes and errors match the published schema', async () => {
  const { token, payment } = await relay.createPayment()
  const signedTransaction = await sign(payment)
  expectPublished('POST /v2/secure-payments/{token}/tron/broadcast (body)', { signedTransaction })
  const taken = await broadcast(token, signedTransaction)
  expect(taken.status).toBe(200)
  expectPublished('POST /v2/secure-payments/{token}/tron/broadcast', taken.json)
  node.state.broadcast = () => ({ code: 'SIGERROR', message: '616263' })
  const refused = await broadcast(token, await sign(payment, { lifeMs: 1_000 }))
  expect(refused.json).toMatchObject({ result: false, code: 'SIGERROR', message: 'abc' })
  expectPublished('POST /v2/secure-payments/{token}/tron/broadcast', refused.json)
})

it('Requests and their calldata match the published schema', async () => {
  const created = await test.call('POST', '/v2/request', { body: usdtItem })
  expectPublished('POST /v2/request', created.json)
  const path = `/v2/request/${created.json.requestId}`
  expectPublished('GET /v2/request/{requestId}', (await test.call('GET', path)).json)
  const calldata = await test.call('GET', `${path}/pay`)
  expectPublished('GET /v2/request/{requestId}/pay', calldata.json)
  const payout = await test.call('POST', '/v2/payouts', { body: usdtItem })
  expectPublished('POST /v2/payouts', payout.json)
})
