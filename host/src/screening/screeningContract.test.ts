import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { createRandomPool } from '../randomPool.ts'
import { parseDenyList, walletKey } from './denyList.ts'
import { openDenyList } from './openDenyList.ts'
import { openHttpScreening } from './openHttpScreening.ts'
import type { ScreenedWallet, ScreeningProvider } from './provider.ts'

/** The wallets that each provider denies, with their reason codes. */
const DENIED = {
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906': 'mixer',
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'case-17',
}
type Denied = Readonly<Record<string, string>>
const [EVM = '', TRON = ''] = Object.keys(DENIED)
const CLEAN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

async function openList(denied: Denied): Promise<ScreeningProvider> {
  const text = Object.entries(denied).map(([address, reason]) => `${address} ${reason}`)
  const { list } = parseDenyList(text.join('\n'))
  if (list === null) throw new Error('The list cannot be parsed.')
  return openDenyList({ log: createLogger('silent') }, { denied: list, file: null })
}

/** Starts a provider that follows docs/guides/screening.md. */
async function openHttp(denied: Denied): Promise<ScreeningProvider> {
  const reasons = new Map(Object.entries(denied).map(([key, value]) => [walletKey(key), value]))
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { address } = JSON.parse(Buffer.concat(chunks).toString())
    const reason = reasons.get(walletKey(address))
    const decision = reason === undefined ? 'allow' : 'deny'
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ decision, ...(reason !== undefined && { reason }) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `http://127.0.0.1:${port}/screen`
  const context = { now: () => new Date('2026-11-30T08:00:00Z'), random: createRandomPool() }
  const settings = { url, id: 'stand-in', secret: 'cd'.repeat(32), timeoutMs: 3_000 }
  return openHttpScreening(context, settings)
}

describe.each([
  ['the deny list', openList],
  ['the HTTP provider', openHttp],
])('%s as a screening provider', (_, open) => {
  async function start(denied: Denied = DENIED) {
    const provider = await open(denied)
    opened.push(provider)
    return provider
  }

  it.each<[string, ScreenedWallet, string | null]>([
    ['an EVM wallet that is not denied', { address: CLEAN, family: 'evm' }, null],
    ['a denied EVM wallet', { address: EVM, family: 'evm' }, 'mixer'],
    ['a denied Tron wallet', { address: TRON, family: 'tron' }, 'case-17'],
    [
      'a Tron wallet that is not denied',
      { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', family: 'tron' },
      null,
    ],
  ])('the provider decides about %s', async (_name, wallet, reasonCode) => {
    const provider = await start()
    expect(await provider.decide(wallet)).toEqual({
      isAllowed: reasonCode === null,
      reasonCode,
      reference: null,
      expiresAt: null,
    })
  })

  it('the provider compares EVM addresses without regard to letter case', async () => {
    const provider = await start({ [EVM.toLowerCase()]: 'mixer' })
    expect((await provider.decide({ address: EVM, family: 'evm' })).isAllowed).toBe(false)
  })

  it('the provider names itself, and returns the same decision to simultaneous calls', async () => {
    const provider = await start()
    expect(provider.id).toMatch(/^[a-z0-9][a-z0-9_-]{0,62}$/)
    const wallet = { address: EVM, family: 'evm' } as const
    const all = await Promise.all(Array.from({ length: 8 }, () => provider.decide(wallet)))
    expect(new Set(all.map(({ isAllowed }) => isAllowed))).toEqual(new Set([false]))
  })
})

describe('parseDenyList', () => {
  it('parseDenyList reads addresses in any letter case, reason codes and comments', () => {
    const text = `# sanctioned\r\n\r\n  ${EVM.toUpperCase().replace('0X', '0x')}  \n${TRON} case-17 # by hand`
    expect(parseDenyList(text).list).toEqual(
      new Map([
        [EVM.toLowerCase(), 'deny_list'],
        [TRON, 'case-17'],
      ]),
    )
  })

  it.each([
    ['a shorter address', EVM.slice(0, -1)],
    ['a Tron address with a wrong checksum', `${TRON.slice(0, -1)}x`],
    ['a reason with other characters', `${EVM} <b>`],
    ['a second reason', `${EVM} one two`],
    ['two addresses', `${EVM} ${TRON} x`],
  ])('parseDenyList returns the line of %s', (_, line) => {
    expect(parseDenyList(`# none\n${line}`)).toEqual({ list: null, badLine: 2 })
  })
})
