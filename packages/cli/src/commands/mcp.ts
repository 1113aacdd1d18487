import type { Command } from '../program/command.ts'
import { VERSION } from '../version.ts'

/** Serves the merchant's records to a language model, over the standard streams. */
export const mcp: Command = {
  path: 'mcp',
  summary: 'Serve a language model over MCP',
  description:
    'Runs a Model Context Protocol server on the standard streams, for an assistant that starts it. Its tools are the commands of the API. They only read, unless --allow-writes is set; the scopes of the API key apply in any case. The model receives no key.',
  args: [],
  flags: [
    { name: 'allow-writes', value: null, description: 'tools may create and cancel records' },
  ],
  async run({ io, connect }, { flags }) {
    const { client, account } = await connect()
    const { merchant } = await client.caller.get()
    // Only this command needs the protocol's library.
    const [{ serveStdio }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/createMcpServer.ts'),
    ])
    const facts = {
      version: VERSION,
      allowsWrites: flags['allow-writes'] === true,
      merchant: merchant.name || merchant.id,
      url: account.url,
    }
    const connection = await connect()
    const server = serveStdio(() => createMcpServer({ connect: async () => connection }, facts))
    await ended(io.signal)
    await server.close()
  },
}

/** Resolves when the assistant closes standard input, or the process is ended. */
async function ended(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
