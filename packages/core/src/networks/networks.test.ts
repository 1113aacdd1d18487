import { getAddress } from 'viem'
import {
  arbitrum,
  avalanche,
  base,
  bsc,
  type Chain,
  fantom,
  gnosis,
  mainnet,
  mantle,
  optimism,
  polygon,
  sepolia,
  tron,
  zksync,
} from 'viem/chains'
import { describe, expect, it } from 'vitest'
import deployments from '../../vectors/deployments.json' with { type: 'json' }
import { UnknownNetworkError } from '../errors.ts'
import { isTronAddress } from '../tronAddress.ts'
import { explorerTransactionUrl } from './explorerTransactionUrl.ts'
import { type ContractName, contractNames, type Deployment, type Network } from './network.ts'
import { findNetwork, findNetworkByChainId, getNetwork, networks } from './networks.ts'

type Artifacts = Record<string, Record<string, Deployment & { others?: Deployment[] }>>

/** viem's definitions of the published chains. */
const definitions: readonly Chain[] = [
  mainnet,
  arbitrum,
  optimism,
  base,
  polygon,
  bsc,
  avalanche,
  fantom,
  gnosis,
  mantle,
  zksync,
  sepolia,
  tron,
]

const { _meta: meta, ...artifacts } = deployments
const published = networks.filter((network) => !network.isLocal)
const deployed: Artifacts = artifacts

/** Returns the addresses of a network's contracts and tokens, each with its name. */
function addressesOf(network: Network): [string, string][] {
  const contracts = Object.entries(network.contracts).flatMap(([name, contract]) =>
    [contract, ...(contract.others ?? [])].map((entry): [string, string] => [name, entry.address]),
  )
  const tokens = network.tokens.map((token): [string, string] => [token.currencyId, token.address])
  return [...contracts, ...tokens]
}

/** Returns the contracts that Request Network deployed. */
function artifactsOf({ contracts }: Network): Partial<Network['contracts']> {
  const {
    Multicall3: _,
    LiFiDiamond: __,
    ERC20SignedPayment: ___,
    Permit2: ____,
    ...rest
  } = contracts
  return rest
}

describe('networks', () => {
  it('networks are those in the deployment artifacts, with their chain ids, plus two local chains', () => {
    expect(Object.fromEntries(published.map(({ id, chainId }) => [id, chainId]))).toEqual(
      meta.chainIds,
    )
    expect(
      networks.filter(({ isLocal }) => isLocal).map(({ id, chainId }) => [id, chainId]),
    ).toEqual([
      ['devnet', 31_337],
      ['devnet-b', 31_338],
    ])
  })

  it('networks have unique ids and chain ids', () => {
    expect(new Set(networks.map(({ id }) => id)).size).toBe(networks.length)
    expect(new Set(networks.map(({ chainId }) => chainId)).size).toBe(networks.length)
  })

  it('networks are found by id and by chain id', () => {
    for (const network of networks) {
      expect(findNetwork(network.id)).toBe(network)
      expect(getNetwork(network.id)).toBe(network)
      expect(findNetworkByChainId(network.chainId)).toBe(network)
    }
    expect(findNetwork('Base')).toBeUndefined()
    expect(findNetwork('__proto__')).toBeUndefined()
    expect(findNetworkByChainId(999_999)).toBeUndefined()
    expect(() => getNetwork('ropsten')).toThrow(UnknownNetworkError)
    expect(() => getNetwork('ropsten')).toThrowErrorMatchingInlineSnapshot(
      `[UnknownNetworkError: Network "ropsten" is unknown. Use one of: mainnet, arbitrum-one, optimism, base, matic, bsc, avalanche, fantom, xdai, mantle, zksyncera, sepolia, tron, devnet, devnet-b.]`,
    )
  })

  it('networks list the four source chains of crosschain payments', () => {
    const named = networks.filter(({ sourceChain }) => sourceChain !== undefined)
    expect(Object.fromEntries(named.map(({ id, sourceChain }) => [sourceChain, id]))).toEqual({
      BASE: 'base',
      OPTIMISM: 'optimism',
      ARBITRUM: 'arbitrum-one',
      ETHEREUM: 'mainnet',
    })
  })

  it.each(published)(
    '$id has every contract of the artifacts in every version, and no other',
    (network) => {
      const isCarried = (name: string): name is ContractName =>
        contractNames.some((known) => known === name)
      const expected = Object.entries(deployed[network.id] ?? {})
        .filter(([name]) => isCarried(name))
        .map(([name, { address, version, creationBlock, others }]) => [
          name,
          { address, version, creationBlock, ...(others === undefined ? {} : { others }) },
        ])
      expect(artifactsOf(network)).toEqual(Object.fromEntries(expected))
    },
  )

  it.each(networks)('$id has canonical addresses, each once', (network) => {
    for (const [what, address] of addressesOf(network)) {
      if (network.family === 'tron') expect([what, isTronAddress(address)]).toEqual([what, true])
      else expect([what, address]).toEqual([what, getAddress(address)])
    }
    const tokens = network.tokens.map(({ address }) => address)
    expect(new Set(tokens).size).toBe(tokens.length)
    const addresses = addressesOf(network).map(([, address]) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(published)("$id agrees with viem's definition of the chain", (network) => {
    const chain = definitions.find(({ id }) => id === network.chainId)
    expect(network).toMatchObject({
      nativeCurrency: {
        decimals: chain?.nativeCurrency.decimals,
        symbol: chain?.nativeCurrency.symbol,
      },
      explorerUrl: chain?.blockExplorers?.default.url.replace(/\/$/, ''),
      publicRpcUrls: chain?.rpcUrls.default.http,
      isTestnet: chain?.testnet ?? false,
      blockTimeMs: chain?.blockTime ?? network.blockTimeMs,
    })
    const { Multicall3 } = network.contracts
    const multicall = chain?.contracts?.multicall3
    expect(Multicall3?.address.toLowerCase()).toBe(multicall?.address.toLowerCase())
    expect(Multicall3?.creationBlock).toBe(multicall?.blockCreated)
  })

  it('networks have the confirmation depths of the finality decision', () => {
    const shown = networks.map(({ id, finality }) => [id, finality.mode, finality.depth])
    expect(shown).toEqual([
      ['mainnet', 'finalized', 12],
      ['arbitrum-one', 'safe', 240],
      ['optimism', 'safe', 10],
      ['base', 'safe', 10],
      ['matic', 'finalized', 200],
      ['bsc', 'finalized', 96],
      ['avalanche', 'depth', 1],
      ['fantom', 'depth', 5],
      // The decision states no fallback depth for these three networks and for Tron: this project chose the depths.
      ['xdai', 'finalized', 48],
      ['mantle', 'finalized', 450],
      ['zksyncera', 'finalized', 10_800],
      ['sepolia', 'depth', 3],
      ['tron', 'finalized', 19],
      ['devnet', 'depth', 2],
      ['devnet-b', 'depth', 2],
    ])
  })

  it('networks have the LI.FI diamond on the four source chains, and its stand-in on the local ones', () => {
    const diamonds = networks.flatMap(({ id, contracts: { LiFiDiamond } }) =>
      LiFiDiamond ? [[id, LiFiDiamond.address]] : [],
    )
    // deployments/{mainnet,arbitrum,optimism,base}.json of lifinance/contracts
    const published = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
    const local = getAddress('0x5ecc000000000000000000000000000000000009')
    expect(Object.fromEntries(diamonds)).toEqual({
      mainnet: published,
      'arbitrum-one': published,
      optimism: published,
      base: published,
      devnet: local,
      'devnet-b': local,
    })
  })

  it('networks give both local chains the same contracts and token addresses', () => {
    const devnet = getNetwork('devnet')
    const devnetB = getNetwork('devnet-b')
    expect(devnetB.contracts).toEqual(devnet.contracts)
    expect(devnetB.tokens.map(({ address, symbol }) => [address, symbol])).toEqual(
      devnet.tokens.map(({ address, symbol }) => [address, symbol]),
    )
    expect(devnetB.tokens.map(({ currencyId }) => currencyId)).toEqual([
      'USDC-devnet-b',
      'USDT-devnet-b',
      'DAI-devnet-b',
      'FAU-devnet-b',
      'FEE-devnet-b',
    ])
  })
})

describe('explorerTransactionUrl', () => {
  const hash = `0x${'ab'.repeat(32)}`

  it('explorerTransactionUrl returns the explorer’s page, Tronscan’s form on Tron, and null on a local chain', () => {
    expect(explorerTransactionUrl(getNetwork('base'), hash)).toBe(`https://basescan.org/tx/${hash}`)
    expect(explorerTransactionUrl(getNetwork('tron'), hash)).toBe(
      `https://tronscan.org/#/transaction/${'ab'.repeat(32)}`,
    )
    expect(explorerTransactionUrl(getNetwork('devnet'), hash)).toBeNull()
  })
})
