import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Host, loadConfig, startHost } from '@secure-payment/host'
import { createLogger } from '../../../host/src/log.ts'
import { expect } from './merchant.ts'
import type { World } from './world.ts'

/** A separate host on the world's first chain, with a bootstrap key and no member yet. */
export type FreshHost = {
  host: Host
  apiKey: string
  /** The invitation of the first member, which the first start logs. */
  link: string
}

const API_KEY = 'sk_test_fresh_host_0123456789abcdefghijklmnop'

/** Starts a separate host with only the API, unless `env` sets another role. */
export async function startFreshHost(
  servers: AsyncDisposableStack,
  { devnet }: Pick<World, 'devnet'>,
  env: Record<string, string> = {},
): Promise<FreshHost> {
  const folder = await mkdtemp(join(tmpdir(), 'fresh-host-'))
  servers.defer(() => rm(folder, { recursive: true }))
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const config = loadConfig({
    PAY_PORT: '0',
    PAY_DATABASE_URL: `sqlite:${folder}/host.db`,
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_MERCHANT_NAME: 'North & Bean',
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: devnet.chains.chain('devnet').rpcUrl,
    PAY_ROLE: 'api',
    PAY_LIFI_URL: 'off',
    ...env,
  })
  const host = servers.use(await startHost(config, { log }))
  const links = lines.flatMap((line) => /https?:[^"]*#invitation=[\w-]+/.exec(line)?.[0] ?? [])
  expect(links).toHaveLength(1)
  return { host, apiKey: API_KEY, link: links[0] ?? '' }
}
