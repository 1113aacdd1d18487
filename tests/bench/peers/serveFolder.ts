import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
}

/** Files by the prefix of their path, and pages by their full path. */
export type Site = {
  readonly folders: Readonly<Record<string, string>>
  readonly pages: Readonly<Record<string, string>>
}

/** Serves files and pages like a CDN at the first visit: gzip at the highest level, never cached. */
export async function serveFolder(site: Site): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    read(site, pathname).then(
      (content) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
          'cache-control': 'no-store',
        })
        response.end(gzipSync(content, { level: 9 }))
      },
      () => response.writeHead(404).end(),
    )
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

async function read({ folders, pages }: Site, pathname: string): Promise<string | Buffer> {
  const page = pages[pathname]
  if (page !== undefined) return page
  for (const [prefix, folder] of Object.entries(folders)) {
    if (pathname.startsWith(prefix))
      return readFile(join(folder, normalize(pathname.slice(prefix.length))))
  }
  throw new Error(`Nothing is at ${pathname}.`)
}
