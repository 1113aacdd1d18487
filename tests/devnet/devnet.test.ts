import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@secure-payment/core/client'
import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0 })
})
afterAll(() => devnet?.[Symbol.asyncDispose]())

/** Creates a payment to the demo tenant's payee and sends the API's transactions as accounts[1]. */
async function payOrder(amount: string): Promise<string> {
  const { accounts } = devnet.json
  const { requestIds, token } = await devnet.client.securePayments.create({
    body: {
      requests: [
        {
          payee: accounts[0]?.address ?? '',
          invoiceCurrency: 'USDC-devnet',
          paymentCurrency: 'USDC-devnet',
          amount,
        },
      ],
    },
  })
  const wallet = devnet.chains.wallet('devnet', 1)
  const answer = await devnet.client.securePayments.pay({
    params: { token },
    query: { wallet: wallet.account.address },
  })
  if (!('transactions' in answer)) throw new Error('a single payment has transactions')
  for (const { to, data, value } of answer.transactions) {
    if (typeof value === 'object') throw new Error('secure payments send no BigNumber objects')
    const hex: Hex = `0x${data.slice(2)}`
    await wallet.sendTransactionSync({ to: getAddress(to), data: hex, value: BigInt(value) })
  }
  await devnet.mine('devnet', 3)
  return requestIds[0] ?? ''
}

describe('startDevnet', () => {
  it('startDevnet returns every field that scripts rely on', () => {
    const origin = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)
    const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)
    const key = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    const tronAddress = expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    const { json } = devnet
    expect(json).toEqual({
      host: {
        baseUrl: origin,
        authUrl: origin,
        payUrl: origin,
        tokenListUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.*[^/]$/),
        apiKey: expect.stringMatching(/^.{32,}$/),
        clientId: expect.stringMatching(/^cli_[0-9A-Za-z]{30}$/),
        origin: 'http://localhost:3000',
        pid: expect.any(Number),
        database: expect.stringMatching(/^sqlite:/),
      },
      chains: [
        { network: 'devnet', chainId: 31_337, rpcUrl: origin, blockTimeMs: 0 },
        { network: 'devnet-b', chainId: 31_338, rpcUrl: origin, blockTimeMs: 0 },
      ],
      accounts: Array.from({ length: 10 }, () => ({ address, privateKey: key, tronAddress })),
      tokens: ['devnet', 'devnet-b'].flatMap((network) =>
        ['USDC', 'USDT', 'DAI', 'FAU', 'FEE'].map((symbol) => ({
          currencyId: `${symbol}-${network}`,
          network,
          symbol,
          address,
          decimals: symbol.startsWith('USD') ? 6 : 18,
        })),
      ),
      contracts: { devnet: expect.any(Object), 'devnet-b': expect.any(Object) },
      webhookSink: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/webhook$/),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        deliveriesUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/deliveries$/),
      },
      bridge: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
        switchesUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/switches$/),
      },
      offramp: null,
      prices: null,
      mailFolder: expect.stringMatching(/./),
    })
    expect(json.contracts['devnet']).toEqual({
      ERC20FeeProxy: getAddress('0x5ecc000000000000000000000000000000000001'),
      EthereumFeeProxy: getAddress('0x5ecc000000000000000000000000000000000002'),
      Erc20ConversionProxy: getAddress('0x5ecc000000000000000000000000000000000003'),
      EthConversionProxy: getAddress('0x5ecc000000000000000000000000000000000004'),
      ChainlinkConversionPath: getAddress('0x5ecc000000000000000000000000000000000005'),
      BatchConversionPayments: getAddress('0x5ecc000000000000000000000000000000000006'),
      ERC20RecurringPaymentProxy: getAddress('0x5ecc000000000000000000000000000000000008'),
      ERC20SignedPayment: getAddress('0x5ecc00000000000000000000000000000000000a'),
      Permit2: getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3'),
      SingleRequestProxyFactory: getAddress('0x5ecc000000000000000000000000000000000007'),
      Multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
      LiFiDiamond: getAddress('0x5ecc000000000000000000000000000000000009'),
    })
    expect(JSON.parse(JSON.stringify(json))).toEqual(json)
  })

  it('startDevnet creates a client ID that works from its own origin only', async () => {
    const { baseUrl, clientId, origin } = devnet.json.host
    const create = (from: string) =>
      createClient({ baseUrl, clientId, origin: from }).securePayments.create({
        body: {
          requests: [
            {
              payee: devnet.json.accounts[0]?.address ?? '',
              invoiceCurrency: 'ETH-devnet-b',
              paymentCurrency: 'ETH-devnet-b',
              amount: '0.5',
            },
          ],
        },
      })
    expect((await create(origin)).requestIds).toHaveLength(1)
    await expect(create('https://elsewhere.example')).rejects.toMatchObject({ status: 403 })
  })

  it('startDevnet starts a host that confirms a payment and sends a signed webhook', async () => {
    const requestId = await payOrder('12.5')
    const { body, verified } = await devnet.sink.waitFor(
      (delivery) => delivery.rawBody.includes(requestId),
      60_000,
    )
    expect(verified).toBe(true)
    expect(body).toMatchObject({ event: 'payment.confirmed', requestId, amount: '12.5' })
  })

  it('startDevnet restarts a killed host on the same port with its data', async () => {
    const before = devnet.json.host
    const changed = vi.fn()
    devnet.onChange(changed)
    const requestId = await payOrder('3')
    await devnet.host.kill('SIGKILL')

    const after = devnet.json.host
    expect(after.pid).not.toBe(before.pid)
    expect({ ...after, pid: 0 }).toEqual({ ...before, pid: 0 })
    expect(changed).toHaveBeenCalledOnce()
    const { verified } = await devnet.sink.waitFor(
      (delivery) => delivery.rawBody.includes(requestId),
      60_000,
    )
    expect(verified).toBe(true)
  })

  it('startDevnet rejects with the host’s output when the host cannot start', async () => {
    // A file cannot be a folder, even for root.
    const database = `sqlite:${import.meta.filename}/x.db`
    await expect(startDevnet({ networks: ['devnet'], database })).rejects.toThrow(
      /^The host ended with code 1 at its start\.\n.*devnet\.test\.ts/s,
    )
  })

  it('startDevnet stops restarting a host that can no longer start, and reports the reason', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secure-payment-devnet-test-'))
    const databaseFolder = join(folder, 'database')
    await mkdir(databaseFolder)
    const database = `sqlite:${join(databaseFolder, 'x.db')}`
    await using broken = await startDevnet({ networks: ['devnet'], database })
    await rm(databaseFolder, { recursive: true })
    await writeFile(databaseFolder, 'not a folder')

    await expect(broken.host.kill()).rejects.toThrow(/^The host exited 5 times while starting\.\n/)
    expect((await broken.host.gaveUp).message).toContain(databaseFolder)
    expect(broken.host.restarts).toBe(5)
    await rm(folder, { recursive: true })
  })

  it('startDevnet runs the host inline, and removes the host’s database at the end', async () => {
    const inline = await startDevnet({ networks: ['devnet'], blockTimeMs: 0, host: 'inline' })
    const { pid, database, baseUrl } = inline.json.host
    expect(pid).toBe(process.pid)
    await expect(inline.host.kill()).rejects.toThrow("Start the devnet with host: 'process'.")
    const directory = dirname(database.replace('sqlite:', ''))
    expect(existsSync(directory)).toBe(true)
    await inline[Symbol.asyncDispose]()
    expect(existsSync(directory)).toBe(false)
    await expect(fetch(baseUrl)).rejects.toThrow()
  })
})
