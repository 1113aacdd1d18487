import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import { migrations } from '../../host/src/db/migrate.ts'
import { openDataSealer } from '../../host/src/openDataSealer.ts'
import { saveRestore } from '../../host/src/restores/restore.ts'
import { openSealer } from '../../host/src/sealer.ts'
import type { Environment } from '../../host/src/settings.ts'
import { checkSetup } from '../../host/src/setup/checkSetup.ts'
import { runCheck } from '../../host/src/setup/runCheck.ts'
import { createTenant, TENANT_ID } from './support/createRequests.ts'
import { openTestDatabase } from './support/openTestDatabase.ts'

let folder: string
let chains: Chains
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-check-'))
  chains = await startChains({ networks: ['devnet'] })
})
afterAll(async () => {
  await chains?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the findings of a level about a subject, as `subject: message`. */
async function find(level: string, env: Environment, now?: () => Date): Promise<string[]> {
  const PAY_DATABASE_URL = `sqlite:${folder}/absent.db`
  const found = await checkSetup({ PAY_DATABASE_URL, ...env }, now === undefined ? {} : { now })
  return found
    .filter((finding) => finding.level === level)
    .map(({ check, message }) => `${check}: ${message}`)
}

const devnet = () => ({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })

describe('secure-payment-host check', () => {
  it('check finds nothing wrong with a devnet, and creates no database', async () => {
    const env = { ...devnet(), PAY_DATABASE_URL: `sqlite:${folder}/absent.db` }
    expect(await find('fail', env)).toEqual([])
    const good = (await find('ok', env)).join('\n')
    expect(good).toContain('settings: Every setting is valid.')
    expect(good).toMatch(/network devnet, node 127\.0\.0\.1:\d+: The node has chain id 31337/)
    expect(good).toContain('The contracts have code')
    expect(good).toContain(`database: The first start creates ${folder}/absent.db.`)
    expect(existsSync(join(folder, 'absent.db'))).toBe(false)
    const printed: string[] = []
    expect(await runCheck(['--json'], env, (line) => printed.push(line))).toBe(true)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ isUsable: true })
  })

  it('check lists every setting error at once, and no secret', async () => {
    const env = { PAY_PORT: 'x', PAY_BOOTSTRAP_API_KEY: 'too-short', PAY_NETWROKS: 'base' }
    const lines: string[] = []
    expect(await runCheck([], env, (line) => lines.push(line))).toBe(false)
    const text = lines.join('\n')
    expect(text).toContain('PAY_PORT must be a whole number from 0 to 65535, got "x"')
    expect(text).toContain('PAY_BOOTSTRAP_API_KEY must have at least 32 characters')
    expect(text).toContain(
      'PAY_NETWROKS is not a setting of this service; did you mean PAY_NETWORKS?',
    )
    expect(text).not.toContain('too-short')
  })

  it.each([
    [{ PAY_BASE_URL: 'http://localhost:26480' }, 'http://localhost:26480', 8080],
    [{ PAY_BASE_URL: 'http://127.0.0.1', PAY_PORT: '26480' }, 'http://127.0.0.1', 26480],
  ])('check warns of a loopback URL with another port: %j', async (env, url, port) => {
    expect(await find('warn', { ...devnet(), ...env })).toContain(
      `settings: PAY_BASE_URL is ${url}, but the host listens on port ${port}.`,
    )
  })

  it.each([
    { PAY_BASE_URL: 'http://localhost:26480', PAY_PORT: '26480' },
    { PAY_BASE_URL: 'http://localhost:26480', PAY_TRUSTED_PROXIES: '1' },
    { PAY_BASE_URL: 'https://localhost:26480' },
    { PAY_PORT: '26480' },
  ])('check accepts the port of %j', async (env) => {
    expect((await find('warn', { ...devnet(), ...env })).join()).not.toContain('listens on port')
  })

  it('check finds a node of another chain, and one that does not respond, without the keys in their URLs', async () => {
    const other = {
      PAY_NETWORKS: 'base',
      PAY_RPC_URL_BASE: `${chains.rpcUrl('devnet')}/?key=a-key`,
    }
    expect((await find('fail', other)).join()).toMatch(/network base, node .*31337/)
    const dead = { ...devnet(), PAY_RPC_URL_DEVNET: 'http://127.0.0.1:9/a-key' }
    const found = (await find('fail', dead)).join()
    expect(found).toMatch(/network devnet, node 127\.0\.0\.1:9: .*/)
    expect(found).not.toContain('a-key')
  })

  it('check finds contracts without code', async () => {
    const address = '0x00000000000000000000000000000000000000aa'
    const env = { ...devnet(), PAY_CONTRACTS_DEVNET: JSON.stringify({ ERC20FeeProxy: address }) }
    expect((await find('fail', env)).join()).toContain('no code at the address of ERC20FeeProxy')
  })

  it('check states whether the database has the tables of this release', async () => {
    await using database = await openTestDatabase()
    const env = { ...devnet(), PAY_DATABASE_URL: database.url }
    expect((await find('ok', env)).join()).toContain('responds, with the tables of this release')
    const [last = ''] = Object.keys(migrations).slice(-1)
    await database.db.kysely
      .withTables<{ kysely_migration: { name: string } }>()
      .updateTable('kysely_migration')
      .set({ name: '9999-of-the-future' })
      .where('name', '=', last)
      .execute()
    expect((await find('fail', env)).join()).toContain('does not include: 9999-of-the-future')
  })

  it('check warns after a restore until the operator has ended the reconciliation', async () => {
    await using database = await openTestDatabase()
    const env = { ...devnet(), PAY_DATABASE_URL: database.url }
    const at = '2026-03-04T17:05:00.000Z'
    const { kysely } = database.db
    expect((await find('warn', env)).join()).not.toContain('restore:')
    await saveRestore(kysely, { at, endedAt: null, cursors: {} }, at)
    expect((await find('warn', env)).join()).toContain(
      `restore: The database was restored or moved at ${at}`,
    )
    await saveRestore(kysely, { at, endedAt: at, cursors: {} }, at)
    expect((await find('warn', env)).join()).not.toContain('restore:')
  })

  it('check fails with another encryption key than the one that sealed the database', async () => {
    await using database = await openTestDatabase()
    const env = { ...devnet(), PAY_DATABASE_URL: database.url }
    const sealing = { ...env, PAY_ENCRYPTION_KEY: 'first-key-'.repeat(4) }
    await openSealer({
      ...database,
      config: loadConfig(sealing),
      now: () => new Date(),
      random: randomBytes,
    })
    expect(await find('fail', sealing)).toEqual([])
    const wrong = { ...env, PAY_ENCRYPTION_KEY: 'other-key-'.repeat(4) }
    expect(await find('fail', wrong)).toEqual([
      expect.stringMatching(/^key: PAY_ENCRYPTION_KEY is not the key/),
    ])
    expect(await find('fail', env)).toHaveLength(1)
  })

  it('check fails with another data key than the one that sealed the database, even without personal data', async () => {
    await using database = await openTestDatabase()
    const env = { ...devnet(), PAY_DATABASE_URL: database.url }
    const sealing = { ...env, PAY_DATA_KEY: 'first-key-'.repeat(4) }
    await openDataSealer({
      ...database,
      config: loadConfig(sealing),
      now: () => new Date(),
      random: randomBytes,
    })
    expect(await find('fail', sealing)).toEqual([])
    const wrong = { ...env, PAY_DATA_KEY: 'other-key-'.repeat(4) }
    for (const other of [wrong, env]) {
      expect(await find('fail', other)).toEqual([
        expect.stringMatching(/^key: PAY_DATA_KEY does not contain the key/),
      ])
    }
    const both = { ...env, PAY_DATA_KEY: `${wrong.PAY_DATA_KEY},${sealing.PAY_DATA_KEY}` }
    expect(await find('fail', both)).toEqual([])
  })

  it('check finds a SQLite database that is missing although a host had one', async () => {
    const path = join(folder, 'lost.db')
    writeFileSync(`${path}.created`, '')
    const found = await find('fail', { ...devnet(), PAY_DATABASE_URL: `sqlite:${path}` })
    expect(found.join()).toMatch(/^database: The database .*lost\.db is missing or empty/)
  })

  it('check finds a mail server and a database that do not respond, and shows no password', async () => {
    const found = await find('fail', {
      ...devnet(),
      PAY_SMTP_URL: 'smtp://user:a-password@127.0.0.1:9',
      PAY_MAIL_FROM: 'payments@example.test',
      PAY_DATABASE_URL: 'postgres://user:a-password@127.0.0.1:9/pay?connect_timeout=1',
    })
    expect(found.map((line) => line.split(':', 1)[0])).toEqual(['database', 'mail'])
    expect(found.join()).not.toContain('a-password')
  })

  it('check compares a block of all nodes, and finds nodes of two chains', async () => {
    const url = chains.rpcUrl('devnet')
    const two = {
      ...devnet(),
      PAY_RPC_URL_DEVNET: `${url},${url.replace('127.0.0.1', 'localhost')}`,
    }
    expect((await find('ok', two)).join()).toMatch(/network devnet: All 2 nodes agree on block \d+/)
    await using other = await startChains({ networks: ['devnet'] })
    // Chains that start in the same second have the same blocks until their states differ.
    await other
      .client('devnet')
      .setBalance({ address: '0x00000000000000000000000000000000000000aa', value: 1n })
    await Promise.all([chains, other].map((one) => one.mine('devnet', 20)))
    const differing = { ...devnet(), PAY_RPC_URL_DEVNET: `${url},${other.rpcUrl('devnet')}` }
    const found = await find('fail', differing)
    expect(found.join()).toMatch(/network devnet: The nodes have 2 different blocks at height \d+/)
  })

  it('check compares the clock with the HTTP dates of the nodes', async () => {
    await using node = await startDatedServer()
    const env = { PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: node.url }
    expect((await find('ok', env)).join()).toContain("clock and the nodes' HTTP dates agree")
    const late = () => new Date(Date.now() - 60_000)
    expect((await find('warn', env, late)).join()).toMatch(
      /clock: This machine's clock is (59|60|61) s behind the nodes' HTTP dates\./,
    )
  })

  it('check finds a relayer without coins, and one with coins', async () => {
    const poor = { ...devnet(), PAY_RELAYER_PRIVATE_KEY: `0x${'7'.repeat(64)}` }
    expect((await find('fail', poor)).join()).toMatch(
      /relayer: 0x\w{40} has 0 \w+ on devnet, too little for a transaction\./,
    )
    // The first account of anvil's test mnemonic has coins on every new chain.
    const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const rich = { ...devnet(), PAY_RELAYER_PRIVATE_KEY: key }
    expect((await find('ok', rich)).join()).toMatch(
      /relayer: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 has [\d.]+ \w+ on devnet\./,
    )
  })

  it('check connects to webhook receivers without a request, and names those that do not respond', async () => {
    await using database = await openTestDatabase()
    await using receiver = await startDatedServer()
    const local = { ...devnet(), PAY_DATABASE_URL: database.url }
    const env = { ...local, PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' }
    expect((await find('ok', env)).join()).toContain('There is no active webhook endpoint')
    await createTenant({ ...database, now: () => new Date() })
    const add = (id: string, url: string) =>
      database.db.kysely
        .insertInto('webhook_endpoints')
        .values({
          id,
          tenant_id: TENANT_ID,
          client_id: null,
          url,
          secret: '',
          is_active: 1,
          events: null,
          signature_header_aliases: null,
          created_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    await add('a', `${receiver.url}/hook?key=secret`)
    // A merchant chose the address, so the check connects only where the host itself would.
    expect((await find('warn', local)).join()).toMatch(/webhooks: .* leads to this machine/)
    expect(receiver.connections()).toBe(0)
    expect((await find('ok', env)).join()).toContain('webhooks: The host connects to 1 of 1')
    expect(receiver.connections()).toBe(1)
    const stopped = await startDatedServer()
    await stopped[Symbol.asyncDispose]()
    await add('b', `${stopped.url}/hook`)
    const found = (await find('warn', env)).join()
    expect(found).toContain(`webhooks: The host cannot connect to ${stopped.url}: `)
    expect(found).toContain('ECONNREFUSED')
    expect(found).not.toContain('secret')
    expect(receiver.calls()).toBe(0)
  })

  it('check states the free space of the disk', async () => {
    expect((await find('ok', devnet())).join()).toMatch(/disk: .* has \d+ MiB of free space\./)
  })
})

/** Starts a server that only returns its date. */
async function startDatedServer() {
  let calls = 0
  let connections = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.statusCode = 405
    response.end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
