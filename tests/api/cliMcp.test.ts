import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

const MAIN = join(import.meta.dirname, '../../packages/cli/src/main.ts')

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

/** Starts `secure-payment mcp` as an assistant does, and connects with the protocol's own client. */
async function connect(argv: readonly string[] = []) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@secure-payment/source', MAIN, 'mcp', ...argv],
    env: { SECURE_PAYMENT_URL: test.host.url, SECURE_PAYMENT_API_KEY: API_KEY },
    stderr: 'inherit',
  })
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError = false, content } = await client.callTool({ name, arguments: args })
    const [first] = content
    if (first?.type !== 'text') throw new Error('A tool returns a text.')
    return { isError, text: first.text }
  }
  return { client, call, [Symbol.asyncDispose]: () => client.close() }
}

describe('secure-payment mcp', () => {
  it('mcp serves the commands that only read as tools, and calls the host with its own API key', async () => {
    await using server = await connect()
    const { tools } = await server.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payments_list', 'links_show', 'events_list', 'client_ids_list']),
    )
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(server.client.getInstructions()).toContain('Test shop')

    const { token } = await test.createPayment()
    const shown = await server.call('links_show', { token })
    expect(JSON.parse(shown.text)).toMatchObject({ token, status: 'pending' })
    const missing = await server.call('links_show', { token: '01KB4X3F6V3M2N5P7R9T0W1X2Y' })
    expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('status 404') })

    const refused = await server.call('links_cancel', { token })
    expect(refused).toEqual({ isError: true, text: 'There is no tool links_cancel.' })
    expect(JSON.stringify([tools, shown, missing])).not.toContain(API_KEY)
  })

  it('mcp creates and cancels records only with --allow-writes', async () => {
    await using server = await connect(['--allow-writes'])
    const currencies = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
    const created = await server.call('links_create', {
      requests: [{ payee: PAYEE, amount: '3', ...currencies }],
      reference: 'mcp-1',
    })
    const { token } = JSON.parse(created.text)
    expect((await server.call('links_cancel', { token })).isError).toBe(false)
    const listed = await server.call('links_list', { reference: 'mcp-1', limit: 5 })
    expect(JSON.parse(listed.text).securePayments).toMatchObject([{ token, status: 'invalidated' }])
  })

  it('a repeated mcp call with the same idempotency key has no second effect', async () => {
    await using server = await connect(['--allow-writes'])
    const { tools } = await server.client.listTools()
    const tool = tools.find(({ name }) => name === 'links_create')
    expect(tool?.inputSchema.properties).toHaveProperty('idempotencyKey')
    const currencies = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
    const call = async (key: object) => {
      const requests = [{ payee: PAYEE, amount: '3', ...currencies }]
      const { text } = await server.call('links_create', { requests, ...key })
      return JSON.parse(text).token
    }
    const first = await call({ idempotencyKey: 'mcp-once' })
    expect(await call({ idempotencyKey: 'mcp-once' })).toBe(first)
    expect(await call({})).not.toBe(first)
  })
})
