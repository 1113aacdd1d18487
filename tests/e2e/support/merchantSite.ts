import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.map': 'application/json',
}

/** Returns the minimum policy that a merchant's site needs for the element, as in the README. */
function policy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${connect.join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types secure-payment',
  ].join('; ')
}

/** A merchant's site with one page: a checkout that embeds the element with the attributes of its query. */
export type MerchantSite = AsyncDisposable & { url: string }

/**
 * Serves `/checkout?<attribute>=<value>…` under a strict content security policy, and the built element under `/widget/`.
 * `connect` lists the origins that the page may call.
 */
export async function startMerchantSite(options: {
  widgetFolder: string
  connect: readonly string[]
}): Promise<MerchantSite> {
  const headers = {
    'content-security-policy': policy(options.connect),
    'cache-control': 'no-store',
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/checkout') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      response.end(checkoutPage(url.searchParams))
    } else if (url.pathname.startsWith('/widget/')) {
      void sendFile(
        response,
        join(options.widgetFolder, normalize(url.pathname.slice('/widget/'.length))),
      )
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function checkoutPage(attributes: URLSearchParams): string {
  const list = [...attributes]
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    .join(' ')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,"></head>
<body>
<main><h1>Checkout</h1><secure-payment ${list}></secure-payment></main>
<script type="module" src="/widget/secure-payment.js"></script>
</body>
</html>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The served files, by path: every story requests the same files, which do not change while stories run. */
const contents = new Map<string, Buffer>()

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  try {
    const content = contents.get(path) ?? (await readFile(path))
    contents.set(path, content)
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}
