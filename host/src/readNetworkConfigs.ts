import {
  type ContractName,
  findNetwork,
  type Network,
  networks,
  withContracts,
} from '@secure-payment/core/networks'
import type { Environment, Reader } from './environmentReader.ts'
import { usualGasCeiling } from './relayer/gasCeilings.ts'

/** One served network with this host's settings for it. */
export type NetworkConfig = {
  /** The registry's entry, with this host's contract addresses. */
  network: Network
  /** Preferred first, at least one. */
  rpcUrls: readonly string[]
  /** A secret that is sent to every one of them in a header; only Tron's have one; null = none. */
  nodeApiKey: string | null
  /** For the payer's page; null = none. */
  publicRpcUrl: string | null
  /** When a payment counts; `depth` is in blocks. */
  finality: Network['finality']
  pollIntervalMs: number
  /** The same while no payment is expected soon. */
  idlePollIntervalMs: number
  /** First block to scan on an empty database; null = the head at first start. */
  startBlock: bigint | null
  /** The maximum that the relayer pays per unit of gas, in native base units; null = no limit. */
  maxGasPriceUnits: bigint | null
}

const MIN_POLL_MS = 500
const MAX_POLL_MS = 12_000
/** With at most eight calls per poll of an idle network, 20 calls per minute are never exceeded. */
const IDLE_POLL_MS = 30_000
/** Each response about finality needs a second query to Tron's solidity interface. */
const TRON_IDLE_POLL_MS = 60_000

const POLL_BOUNDS = { min: 20, max: 600_000 }

/** The suffix of a network's variables: `devnet-b` -> `DEVNET_B`. */
export function variableSuffix(networkId: string): string {
  return networkId.toUpperCase().replaceAll('-', '_')
}

/** Whether one node alone vouches for real money: two URLs of one host are one node. */
export function isSingleNode({
  network,
  rpcUrls,
}: Pick<NetworkConfig, 'network' | 'rpcUrls'>): boolean {
  if (network.isLocal || network.isTestnet) return false
  return new Set(rpcUrls.map((url) => new URL(url).hostname.toLowerCase())).size < 2
}

/** Reads the settings of every served network; problems go to the reader's list. */
export function readNetworkConfigs(env: Environment, read: Reader): NetworkConfig[] {
  const named = read.names('PAY_NETWORKS')
  const ids =
    named.length > 0
      ? named
      : networks.map(({ id }) => id).filter((id) => env[`PAY_RPC_URL_${variableSuffix(id)}`])
  const result: NetworkConfig[] = []
  for (const id of new Set(ids)) {
    const network = findNetwork(id)
    if (network === undefined) {
      read.problems.push(
        `PAY_NETWORKS names ${JSON.stringify(id)}; known are ${networks.map((known) => known.id).join(', ')}`,
      )
      continue
    }
    result.push(readNetwork(network, read))
  }
  return result
}

function readNetwork(registered: Network, read: Reader): NetworkConfig {
  const suffix = variableSuffix(registered.id)
  const ownUrls = read.names(`PAY_RPC_URL_${suffix}`)
  const rpcUrls = ownUrls.length > 0 ? ownUrls : registered.publicRpcUrls
  if (rpcUrls.length === 0) read.problems.push(`PAY_RPC_URL_${suffix} is missing`)
  for (const url of ownUrls) {
    if (!/^https?:\/\/\S+$/.test(url))
      read.problems.push(`PAY_RPC_URL_${suffix} must hold http(s) URLs`)
  }
  const contracts = read.contracts(`PAY_CONTRACTS_${suffix}`)
  const network = applyContracts(registered, contracts, `PAY_CONTRACTS_${suffix}`, read)
  const pollIntervalMs = read.optionalInteger(`PAY_POLL_INTERVAL_MS_${suffix}`, {
    ...POLL_BOUNDS,
    otherwise: Math.min(Math.max(network.blockTimeMs, MIN_POLL_MS), MAX_POLL_MS),
  })
  const idleMs = network.family === 'tron' ? TRON_IDLE_POLL_MS : IDLE_POLL_MS
  const publicUrl = read.names(`PAY_PUBLIC_RPC_URL_${suffix}`)[0]
  return {
    network,
    rpcUrls,
    nodeApiKey: network.family === 'tron' ? read.header('PAY_TRON_API_KEY') : null,
    // A page on this machine reads a local chain's own node.
    publicRpcUrl: publicUrl ?? (network.isLocal ? rpcUrls[0] : registered.publicRpcUrls[0]) ?? null,
    finality: read.finality(`PAY_CONFIRMATIONS_${suffix}`, network),
    pollIntervalMs,
    idlePollIntervalMs: read.optionalInteger(`PAY_IDLE_POLL_INTERVAL_MS_${suffix}`, {
      ...POLL_BOUNDS,
      // An operator that polls more often than any network needs has nodes that allow it.
      otherwise: pollIntervalMs < MIN_POLL_MS ? pollIntervalMs : idleMs,
    }),
    startBlock: read.blockNumber(`PAY_START_BLOCK_${suffix}`),
    maxGasPriceUnits: read.gasPrice(
      `PAY_MAX_GAS_PRICE_GWEI_${suffix}`,
      usualGasCeiling(network.id),
    ),
  }
}

function applyContracts(
  network: Network,
  contracts: Partial<Record<ContractName, string>>,
  name: string,
  read: Reader,
): Network {
  try {
    return withContracts(network, contracts)
  } catch (error) {
    read.problems.push(`${name}: ${error instanceof Error ? error.message : 'is not usable'}`)
    return network
  }
}
