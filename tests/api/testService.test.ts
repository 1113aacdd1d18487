import { describe, expect, it } from 'vitest'
import { startTestHost } from '../support/testHost.ts'

describe('The problem document of a rejected credential', () => {
  it.each([
    ['a local network', 'devnet', true],
    ['a network where money has value', 'devnet,base', undefined],
  ])('a host that serves %s (%s) has isTestService: %s', async (_, networks, mark) => {
    await using test = await startTestHost({ PAY_NETWORKS: networks })
    const { token } = await test.createPayment()
    const path = `/v2/secure-payments/${token}`
    const headers = { 'x-client-id': 'cli_unknown', origin: 'https://shop.test' }
    const response = await fetch(`${test.host.url}${path}`, { headers })
    const problem = JSON.parse(await response.text())
    expect(problem).toMatchObject({ status: 401, code: 'invalid_client_id' })
    expect(problem.isTestService).toBe(mark)
    const missing = await test.call('GET', '/v2/secure-payments/01KB4X3F6V3M2N5P7R9T0W1X2Y')
    expect(missing.status).toBe(404)
    expect(missing.json).not.toHaveProperty('isTestService')
  })
})
