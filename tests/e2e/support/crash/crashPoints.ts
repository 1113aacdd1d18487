import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { watchAwaits } from './watchAwaits.ts'

/** A place where the page stops, with its number, since the page may reach it more than once: `before wallet eth_chainId 2`. */
export type Point = string

/** A page that can stop at every point. */
export type CrashPoints = AsyncDisposable & {
  /** The points that the page has passed since `begin`, in order. */
  readonly passed: readonly Point[]
  /** Starts to count points; the page stops permanently at `target`. */
  begin(target: Point | null): void
  /** Resolves when the page stops at the target, with its pending wallet request, if any. */
  readonly reached: Promise<readonly unknown[]>
  /** Lets the page pass all further points. */
  end(): void
}

/** Makes every page in a context stop at its points. The wallet must be installed afterwards. */
export async function installCrashPoints(context: BrowserContext): Promise<CrashPoints> {
  const passed: Point[] = []
  const counts = new Map<string, number>()
  const { promise: reached, resolve } = Promise.withResolvers<readonly unknown[]>()
  let isCounting = false
  let target: Point | null = null
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').searchParams.get('point') ?? ''
    const body = await readBody(request)
    if (isCounting) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const point = `${name} ${count}`
      passed.push(point)
      if (point === target) return resolve(body)
    }
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await context.addInitScript(watchAwaits, { url: `http://127.0.0.1:${port}/` })
  return {
    passed,
    reached,
    begin(wanted) {
      target = wanted
      isCounting = true
    },
    end() {
      isCounting = false
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Kills the processes of all the browser's pages as the system would, and closes the page. `Page.crash` would wait for the page's
 * script, which is stopped.
 */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const info = await session?.send('SystemInfo.getProcessInfo')
  const crashed = page.waitForEvent('crash')
  for (const { type, id } of info?.processInfo ?? []) {
    if (type === 'renderer') process.kill(id, 'SIGKILL')
  }
  await crashed
  await session?.detach()
  await page.close()
}

async function readBody(request: IncomingMessage): Promise<readonly unknown[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString())
}
