import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import type { Payment } from '../createPayment.ts'
import type { World } from '../world.ts'

/** The connectors of a page's config. */
type ConnectorName = 'injected' | 'baseAccount' | 'walletConnect'

/** The page's settings. */
export type WagmiPage = {
  connectors: readonly ConnectorName[]
  chainId: number
  rpcUrl: string
  /** A WalletConnect relay. */
  relayUrl: string
  /** The page that Base Account opens. */
  walletUrl: string
}

/** A shop whose page has a wagmi config and the element, built together as a merchant's bundler builds them. */
export type WagmiShop = AsyncDisposable & {
  url: string
  /** The packages whose code the pages have loaded. */
  loaded: ReadonlySet<string>
  /** Returns the URL of a payment's page. */
  pageOf(payment: Pick<Payment, 'token'>, page: Partial<WagmiPage>): string
}

/** The SDKs of those wagmi connectors that no story uses. */
const UNUSED = [
  '@coinbase/wallet-sdk',
  '@metamask/connect-evm',
  '@safe-global/safe-apps-provider',
  '@safe-global/safe-apps-sdk',
  'accounts',
]

/** Builds and serves the shop. Stories of one worker share the build. */
export async function startWagmiShop({ devnet }: Pick<World, 'devnet'>): Promise<WagmiShop> {
  built ??= buildPage()
  const files = await built
  const loaded = new Set<string>()
  const { baseUrl } = devnet.json.host
  const [chain] = devnet.json.chains
  if (chain === undefined) throw new Error('The devnet has no chain.')
  const defaults = { chainId: chain.chainId, rpcUrl: chain.rpcUrl, relayUrl: '', walletUrl: '' }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const script = files.get(pathname.slice(1))
    if (pathname === '/checkout') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        renderPage(
          { baseUrl, clientId, given: { ...defaults, ...readPage(searchParams) } },
          searchParams.get('token') ?? '',
        ),
      )
    } else if (script !== undefined) {
      for (const name of script.packages) loaded.add(name)
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script.code)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  const url = `http://127.0.0.1:${port}`
  const { clientId } = await devnet.client.clientIds.create({
    body: { label: 'A shop with wagmi', allowedDomains: [url] },
  })
  return {
    url,
    loaded,
    pageOf: ({ token }, page) =>
      `${url}/checkout?${new URLSearchParams({ token, page: JSON.stringify(page) })}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A chunk of the page, with the packages that it contains. */
type Script = { code: string; packages: readonly string[] }

let built: Promise<ReadonlyMap<string, Script>> | null = null

/** Builds the page's script and its chunks, by name. */
async function buildPage(): Promise<ReadonlyMap<string, Script>> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve: {
      conditions: ['@secure-payment/source', 'module', 'browser', 'default'],
      dedupe: ['@wagmi/core', 'viem'],
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { page: join(import.meta.dirname, 'page.ts') },
        external: UNUSED,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? [file] : []))
  return new Map(
    chunks.map(({ fileName, code, moduleIds }) => [
      fileName,
      { code, packages: moduleIds.flatMap(findPackage) },
    ]),
  )
}

/** Finds the package of a module, such as `@wagmi/core`. */
function findPackage(id: string): readonly string[] {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return name === undefined ? [] : [name]
}

function readPage(query: URLSearchParams): Partial<WagmiPage> {
  return JSON.parse(query.get('page') ?? '{}')
}

function renderPage(
  { baseUrl, clientId, given }: { baseUrl: string; clientId: string; given: object },
  token: string,
): string {
  const safe = JSON.stringify(given).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,"></head>
<body>
<main><h1>Checkout</h1><p id="code"></p>
<secure-payment token="${encodeURIComponent(token)}" api-base="${baseUrl}" client-id="${clientId}"></secure-payment></main>
<script type="application/json" id="given">${safe}</script>
<script type="module" src="/page.js"></script>
</body>
</html>`
}
