import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '@secure-payment/devnet'
import { NEXT_SHOP } from '../../../scripts/lib/installNextShop.ts'
import type { World } from './world.ts'

const START_MS = 120_000

/** A running shop of Next.js, and its process's output. */
export type NextShop = AsyncDisposable & { url: string; output: () => string }

/**
 * Starts the built example shop of Next.js, with a client ID and a webhook endpoint of its own. `start` serves the build; `dev` serves the
 * development build, in which React mounts components twice and reports differences between a server's markup and the browser's.
 */
export async function startNextShop(
  { devnet }: Pick<World, 'devnet'>,
  command: 'start' | 'dev',
  payee: string,
): Promise<NextShop> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const { clientId } = await devnet.client.clientIds.create({
    body: { label: `The Next.js shop (${command})`, allowedDomains: [url] },
  })
  const { baseUrl, apiKey } = devnet.json.host
  const next = join(NEXT_SHOP, 'node_modules/next/dist/bin/next')
  const child = spawn('node', [next, command, '--hostname', 'localhost', '--port', String(port)], {
    cwd: NEXT_SHOP,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The shop is another program: it does not load this repository's sources, and its server ends with it.
    detached: true,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: command === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PAY_API_URL: baseUrl,
      PAY_API_KEY: apiKey,
      PAY_CLIENT_ID: clientId,
      PAY_WEBHOOK_SECRET: await devnet.addWebhook(`${url}/webhooks`),
      SHOP_PAYEE: payee,
      SHOP_CURRENCY: 'USDC-devnet',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const shop: NextShop = {
    url,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.pid === undefined) return
      process.kill(-child.pid, 'SIGKILL')
      await once(child, 'close')
    },
  }
  const deadline = Date.now() + START_MS
  while (!(await isReady(url))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await shop[Symbol.asyncDispose]()
      throw new Error(`The Next.js shop did not start: ${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return shop
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
