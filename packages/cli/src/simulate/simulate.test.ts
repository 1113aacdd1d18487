import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getNetwork, networks } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWallet, requireTestNetwork } from './openWallet.ts'
import { simulate } from './simulate.ts'
import type { Simulation } from './simulation.ts'

const KEY = `0x${'11'.repeat(32)}` as const
const DEVNET = getNetwork('devnet')

/** A node that returns only its chain id. */
let chainId: number
const node = createServer((request, response) => {
  request.resume().on('end', () => {
    const result = `0x${chainId.toString(16)}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
})
let rpcUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => node.close())

describe('The networks of simulate', () => {
  it.each(
    networks.map(
      ({ id, isTestnet, isLocal, family }) =>
        [id, (isTestnet || isLocal) && family === 'evm'] as const,
    ),
  )('simulate on %s is allowed: %s', (id, isAllowed) => {
    const attempt = () => requireTestNetwork(id).id
    if (isAllowed) expect(attempt()).toBe(id)
    else expect(attempt).toThrow('simulate does not pay on')
  })
})

describe('The wallet of simulate', () => {
  it('the wallet uses a funded account on a local chain, or the given key', async () => {
    chainId = DEVNET.chainId
    const local = await openWallet(DEVNET, { rpcUrl, key: null, localIndex: 3 })
    expect(local.address).toBe('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
    const own = await openWallet(DEVNET, { rpcUrl, key: KEY, localIndex: 3 })
    expect(own.address).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
  })

  it('the wallet rejects a node of another chain', async () => {
    chainId = 1
    await expect(openWallet(DEVNET, { rpcUrl, key: null, localIndex: 3 })).rejects.toThrow(
      'serves chain 1, not Devnet',
    )
  })

  it('the wallet needs a key on a public test network', async () => {
    const facts = { rpcUrl, key: null, localIndex: 3 }
    await expect(openWallet(getNetwork('sepolia'), facts)).rejects.toThrow('needs the key')
  })
})

describe('bridge-fail', () => {
  it('bridge-fail rejects a devnet file that names a network where money has value', async () => {
    chainId = 1
    const link = { chain: { id: 'devnet-b', rpcUrl: null }, requestIds: ['01'], expiresAt: '' }
    // The command must fail before any other part is used.
    const simulation = {
      client: { securePayments: { get: async () => link }, caller: {} },
      options: {
        token: '01KB4X3F6V3M2N5P7R9T0W1X2Y',
        key: KEY,
        rpcUrl: null,
        devnet: { chains: [{ network: 'mainnet', rpcUrl }], bridge: { switchesUrl: rpcUrl } },
      },
    } as unknown as Simulation
    await expect(simulate(simulation, 'bridge-fail')).rejects.toThrow('simulate does not pay on')
  })
})
