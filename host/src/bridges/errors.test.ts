import { expect, it } from 'vitest'
import { BridgeUnavailableError } from './errors.ts'

it('says what is wrong with the bridge, and what a payer can do', () => {
  expect(new BridgeUnavailableError('deadline', '4000 ms').message).toMatchInlineSnapshot(
    `"The bridge cannot be used now: it did not answer in time (4000 ms). Try again shortly, or pay on the network of the request."`,
  )
  expect(
    new BridgeUnavailableError('unsafe', 'less than is owed may arrive').message,
  ).toMatchInlineSnapshot(
    `"The bridge cannot be used now: its answer broke a check (less than is owed may arrive). Try again shortly, or pay on the network of the request."`,
  )
})

it('is worth another try unless the answer would be the same', () => {
  expect(new BridgeUnavailableError('server_error', 'HTTP 500').retryable).toBe(true)
  expect(new BridgeUnavailableError('rejected', 'HTTP 400').retryable).toBe(false)
  expect(new BridgeUnavailableError('not_authorized', 'HTTP 401').retryable).toBe(false)
})
