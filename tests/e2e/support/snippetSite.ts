import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A merchant's own site, into which a story pastes markup as a person would. */
export type SnippetSite = AsyncDisposable & {
  /** The origin, for a client ID's allowed origins. */
  url: string
  /** Inserts markup into the body of `/order`; returns the page's URL. */
  publish(markup: string): string
}

/**
 * Starts a site whose one page contains only the pasted markup. The site has the README's policy: the element's script from `scripts`,
 * calls to loopback, no foreign images, no unchecked HTML.
 */
export async function startSnippetSite(options: { scripts: string }): Promise<SnippetSite> {
  let markup = ''
  const policy = [
    "default-src 'none'",
    `script-src ${options.scripts}`,
    'img-src data:',
    'connect-src http://127.0.0.1:* http://localhost:*',
    "require-trusted-types-for 'script'",
    'trusted-types secure-payment',
  ].join('; ')
  const server = createServer((request, response) => {
    if (request.url !== '/order') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Order</title><link rel="icon" href="data:,"></head>
<body><main><h1>Order</h1>
${markup}
</main></body>
</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    publish(text) {
      markup = text
      return `${url}/order`
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
