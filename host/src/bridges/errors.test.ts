import { expect, it } from 'vitest'
import { BridgeUnavailableError } from './errors.ts'

it("the error states the bridge's problem and the payer's options", () => {
  expect(new BridgeUnavailableError('deadline', '4000 ms').message).toMatchInlineSnapshot(
    `"The bridge cannot be used now: it did not respond in time. Try again shortly, or pay on the network of the request."`,
  )
  expect(
    new BridgeUnavailableError('unsafe', 'the amount that arrives may be below the amount due')
      .message,
  ).toMatchInlineSnapshot(
    `"The bridge cannot be used now: its response failed a check. Try again shortly, or pay on the network of the request."`,
  )
})

it('the error keeps the response from the service for the log', () => {
  const error = new BridgeUnavailableError('rejected', 'HTTP 400, "fromChain is wrong"')
  expect(error.message).not.toContain('fromChain')
  expect(error).toMatchObject({ problem: 'rejected', detail: 'HTTP 400, "fromChain is wrong"' })
})

it('the error is retryable unless a retry would fail in the same way', () => {
  expect(new BridgeUnavailableError('server_error', 'HTTP 500').retryable).toBe(true)
  expect(new BridgeUnavailableError('rejected', 'HTTP 400').retryable).toBe(false)
  expect(new BridgeUnavailableError('not_authorized', 'HTTP 401').retryable).toBe(false)
})
