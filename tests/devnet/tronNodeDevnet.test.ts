import { startDevnet } from '@secure-payment/devnet'
import { expect, it } from 'vitest'
import { accountAt, PROXY, USDT } from './support/tron.ts'

it('A devnet with Tron runs a host that reads Tron, and lists Tron’s node, tokens and contracts', async () => {
  await using devnet = await startDevnet({ networks: ['tron'], blockTimeMs: 0, host: 'inline' })
  const { chains, contracts, tokens, accounts, host } = devnet.json
  const node = devnet.chains.tronNode('tron')
  expect(chains).toEqual([
    {
      network: 'tron',
      chainId: 728_126_428,
      rpcUrl: `${node.url}/jsonrpc`,
      blockTimeMs: 0,
      switchesUrl: `${node.url}/switches`,
    },
  ])
  expect(contracts['tron']).toEqual({ ERC20FeeProxy: PROXY })
  expect(tokens.find(({ symbol }) => symbol === 'USDT')).toEqual({
    currencyId: 'USDT-tron',
    network: 'tron',
    symbol: 'USDT',
    address: USDT,
    decimals: 6,
  })
  // Account 1 of the well-known mnemonic, in Tron's format.
  expect(accounts[1]?.tronAddress).toBe('TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF')
  expect(accounts[1]).toEqual(accountAt(1))
  const readiness = () => fetch(`${host.baseUrl}/readyz`).then((answer) => answer.json())
  // The host is ready only after it has read the chain once.
  await expect.poll(readiness).toMatchObject({ networks: [{ network: 'tron', status: 'ok' }] })
  expect(node.requests().some(({ url }) => url.startsWith('/walletsolidity/'))).toBe(true)
})

it('A devnet without Tron has no Tron node', async () => {
  await using devnet = await startDevnet({ networks: ['devnet'], blockTimeMs: 0, host: 'inline' })
  expect(() => devnet.chains.tronNode('devnet')).toThrow('There is no Tron node on "devnet".')
  expect(devnet.json.chains[0]).not.toHaveProperty('switchesUrl')
})
