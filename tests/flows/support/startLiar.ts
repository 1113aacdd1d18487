import { createServer } from 'node:http'

/** Changes a response from the bridge before the host receives it. */
type Lie = (path: string, body: Record<string, unknown>) => unknown

/** A proxy in front of the bridge's service that can change its responses. */
export type Liar = AsyncDisposable & {
  url: string
  /** Sets the URL of the bridge's own service; required before the first call. */
  setTarget(url: string): void
  /** Sets the change to each response; null forwards responses unchanged. */
  setLie(lie: Lie | null): void
}

/** Starts the proxy on 127.0.0.1. */
export async function startLiar(): Promise<Liar> {
  let target = ''
  let lie: Lie | null = null
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const path = request.url ?? ''
    const answer = await fetch(`${target}${path.replace(/^\/v1/, '')}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(text === '' ? {} : { body: text }),
    })
    const body = await answer.json()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(lie === null ? body : lie(path, body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`,
    setTarget: (url) => {
      target = url
    },
    setLie: (next) => {
      lie = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
