import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A stand-in for a screening provider. */
export type ScreeningProviderStandIn = AsyncDisposable & {
  url: string
  /** The settings of a host that uses this provider. */
  env: Record<string, string>
  /** The calls so far. */
  calls: { headers: IncomingHttpHeaders; body: string }[]
  /** The decision about an address; by default all are allowed. Replaced by tests. */
  decide: (address: string) => unknown
  /** The HTTP status of every response; null closes the connection. */
  status: number | null
}

/** The secret that the host signs its calls with. */
export const SCREENING_SECRET = 'cd'.repeat(32)

/** Starts a provider on this machine that implements the protocol in docs/guides/screening.md. */
export async function startScreeningProvider(): Promise<ScreeningProviderStandIn> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      provider.calls.push({ headers: request.headers, body })
      if (provider.status === null) {
        request.socket.destroy()
        return
      }
      const answer = provider.decide(JSON.parse(body).address)
      response.writeHead(provider.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `http://127.0.0.1:${port}/screen`
  const provider: ScreeningProviderStandIn = {
    url,
    env: {
      PAY_SCREENING: 'http',
      PAY_SCREENING_HTTP_URL: url,
      PAY_SCREENING_HTTP_ID: 'stand-in',
      PAY_SCREENING_HTTP_SECRET: SCREENING_SECRET,
    },
    calls: [],
    decide: () => ({ decision: 'allow' }),
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
