import type { ChainClient } from '../chains/chainClient.ts'
import { createChainClients } from '../chains/createChainClients.ts'
import { isSingleNode, type NetworkConfig } from '../config.ts'
import { checkContracts } from '../contracts/checkContracts.ts'
import { variableSuffix } from '../networkSettings.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** The time by which a block may be ahead of this machine's clock: proposers' clocks differ a little. */
const MAX_AHEAD_MS = 15_000
/** The age beyond which a head is stale, because its node or its network has stopped. */
const MIN_STALE_MS = 120_000
const STALE_BLOCKS = 30

/** Checks each node of each served network: its chain id, its newest block against the clock, and the code of the payment contracts. */
export async function checkNetworks(
  networks: readonly NetworkConfig[],
  now: () => Date,
): Promise<Finding[]> {
  if (networks.length === 0) {
    return [
      warn(
        'networks',
        'The host serves no network and accepts no payments.',
        'Set PAY_NETWORKS, such as PAY_NETWORKS=base, and PAY_RPC_URL_<NETWORK>.',
      ),
    ]
  }
  const found = await Promise.all(
    networks.map(async (network) => {
      const nodes = network.rpcUrls.map((url) => checkNode(network, url, now))
      return [...(await Promise.all(nodes)).flat(), ...checkNumber(network)]
    }),
  )
  return found.flat()
}

async function checkNode(
  { network, nodeApiKey }: NetworkConfig,
  url: string,
  now: () => Date,
): Promise<Finding[]> {
  // The path or query of a node's URL often contains a key.
  const check = `network ${network.id}, node ${new URL(url).host}`
  const setting = `PAY_RPC_URL_${variableSuffix(network.id)}`
  await using chains = createChainClients([{ network, rpcUrls: [url], nodeApiKey }])
  const chain = chains.get(network.id)
  try {
    const { latest } = await chain.getHead()
    return [
      ok(check, `The node has chain id ${network.chainId} and block ${latest.number}.`),
      ...checkTime(check, { network, blockMs: latest.timestampS * 1_000, nowMs: now().getTime() }),
      ...(await checkCode(check, chain)),
    ]
  } catch (error) {
    return [fail(check, reasonOf(error), `Check ${setting}, the node, and the connection to it.`)]
  }
}

/**
 * Compares the time of a node's newest block with this machine's clock. A local network's blocks may have any timestamp, so they are not
 * checked.
 */
function checkTime(
  check: string,
  facts: { network: NetworkConfig['network']; blockMs: number; nowMs: number },
): Finding[] {
  const { network, blockMs, nowMs } = facts
  if (network.isLocal) return []
  if (blockMs - nowMs > MAX_AHEAD_MS) {
    const seconds = Math.round((blockMs - nowMs) / 1_000)
    return [
      fail(
        'clock',
        `The newest block of ${network.id} is ${seconds} s ahead of this machine's clock.`,
        "Synchronise this machine's clock, for example with chrony or systemd-timesyncd.",
      ),
    ]
  }
  const maxMs = Math.max(MIN_STALE_MS, STALE_BLOCKS * network.blockTimeMs)
  if (nowMs - blockMs <= maxMs) return []
  const seconds = Math.round((nowMs - blockMs) / 1_000)
  return [
    warn(
      check,
      `The node's newest block is ${seconds} s old.`,
      'Compare it with a block explorer. If the node lags, wait or use another one; if not, check the clock of this machine.',
    ),
  ]
}

async function checkCode(check: string, chain: ChainClient): Promise<Finding[]> {
  if (chain.network.family === 'tron') return []
  const { missing, paused, batchFee } = await checkContracts(chain, null)
  const setting = `PAY_CONTRACTS_${variableSuffix(chain.network.id)}`
  if (missing.length > 0) {
    return [
      fail(
        check,
        `There is no code at the address of ${missing.join(', ')}: payments through it are impossible.`,
        `Check that the node serves this network, and ${setting}.`,
      ),
    ]
  }
  const names = Object.keys(chain.network.contracts).length
  return [
    ok(check, `The contracts have code; the registry names ${names}.`),
    ...paused.map((name) =>
      warn(
        check,
        `${name} is paused.`,
        'Recurring payouts wait until its administrator resumes it.',
      ),
    ),
    ...(batchFee === 0
      ? []
      : [
          warn(
            check,
            `The batch contract charges ${batchFee / 100} %, which payers of batches pay on top.`,
            'Read about the fee in the guide on payouts.',
          ),
        ]),
  ]
}

function checkNumber(network: NetworkConfig): Finding[] {
  if (!isSingleNode(network)) return []
  const { id } = network.network
  return [
    warn(
      `network ${id}`,
      'A single node confirms payments with real money.',
      `List nodes from several providers in PAY_RPC_URL_${variableSuffix(id)}, or limit the sums with PAY_SINGLE_NODE_MAX_USD.`,
    ),
  ]
}
