import type { Network } from '@secure-payment/core/networks'
import { toAbiAddress } from '@secure-payment/core/tron'
import { broadcastTron } from './broadcastTron.ts'
import { isNodeFault } from './createAsk.ts'
import { ChainUnavailableError } from './errors.ts'
import { findTronTransaction } from './findTronTransaction.ts'
import type { AskTron, TronNode } from './openTronNode.ts'
import {
  accountAnswer,
  blockAnswer,
  constantCallAnswer,
  parametersAnswer,
  parseTronAnswer,
  resourceAnswer,
} from './tronAnswers.ts'
import type { TronCall, TronChain, TronReadiness } from './tronChain.ts'

/** A payer waits for these responses, so their deadline is short. */
const DEADLINE_MS = 4_000
/** A single node is retried once immediately, because one dropped connection is not an outage. */
const MIN_TRIES = 2
/** Prices change only by a vote of the witnesses, in the maintenance period every six hours. */
const PRICES_LIFETIME_MS = 10 * 60_000
/**
 * The energy of a call that cannot be simulated yet, such as a payment before its approval. This amount covers two USDT transfers from an
 * allowance, one to a wallet without USDT, and the proxy's own work. The transfers need 65,000 and 131,000 units of energy, with the
 * penalty of 2024 to 2026.
 */
const USUAL_ENERGY = 210_000n

/** Creates the queries that a payment on Tron needs. Nodes are queried in order of preference; those that failed recently are skipped. */
export function createTronChain(options: {
  network: Network
  nodes: readonly TronNode[]
  /** The clock for the pauses of nodes that failed. */
  nowMs: () => number
}): TronChain {
  const { network, nodes, nowMs } = options
  let prices: { value: Prices; untilMs: number } | null = null

  /** Returns the first usable response from any node. */
  async function askFirst<T>(read: (ask: AskTron) => Promise<T>): Promise<T> {
    const rested = nodes.filter((node) => node.restsUntilMs() <= nowMs())
    const tried = rested.length >= MIN_TRIES ? rested : [...rested, ...rested]
    let lastError: unknown
    for (const node of tried) {
      try {
        return await read(node.ask)
      } catch (error) {
        if (!isNodeFault(error)) throw error
        lastError = error
      }
    }
    const reason =
      lastError instanceof Error ? lastError.message : 'every node is paused after a failure'
    throw new ChainUnavailableError(network.id, reason, { cause: lastError })
  }

  async function readPrices(ask: AskTron): Promise<Prices> {
    if (prices !== null && nowMs() < prices.untilMs) return prices.value
    const value = await fetchPrices(ask)
    prices = { value, untilMs: nowMs() + PRICES_LIFETIME_MS }
    return value
  }

  return {
    getReferenceBlock: () =>
      askFirst(async (ask) => {
        const path = 'wallet/getblock'
        const answer = await ask(path, { detail: false }, DEADLINE_MS)
        const block = parseTronAnswer(blockAnswer, answer, path)
        const { number, timestamp } = block.block_header.raw_data
        return { number, id: block.blockID, timestampMs: timestamp }
      }),
    readReadiness: (call) =>
      askFirst(async (ask) => {
        const owner = toHex(call.owner)
        const [trxSun, resources, energyRequired, { energyPriceSun, bandwidthPriceSun }] =
          await Promise.all([
            readBalance(ask, owner),
            readResources(ask, owner),
            estimateEnergy(ask, call),
            readPrices(ask),
          ])
        return { trxSun, ...resources, energyRequired, energyPriceSun, bandwidthPriceSun }
      }),
    broadcast: (transaction) => broadcastTron({ network, nodes }, transaction),
    findTransaction: (txID) => findTronTransaction({ network, nodes }, txID),
  }
}

type Prices = Pick<TronReadiness, 'energyPriceSun' | 'bandwidthPriceSun'>

async function readBalance(ask: AskTron, owner: string): Promise<bigint> {
  const path = 'wallet/getaccount'
  const account = await ask(path, { address: owner, visible: false }, DEADLINE_MS)
  return parseTronAnswer(accountAnswer, account, path).balance
}

async function readResources(
  ask: AskTron,
  owner: string,
): Promise<Pick<TronReadiness, 'energyAvailable' | 'bandwidthAvailable'>> {
  const path = 'wallet/getaccountresource'
  const answer = await ask(path, { address: owner, visible: false }, DEADLINE_MS)
  const has = parseTronAnswer(resourceAnswer, answer, path)
  const staked = left(has.NetLimit, has.NetUsed)
  const free = left(has.freeNetLimit, has.freeNetUsed)
  return {
    energyAvailable: left(has.EnergyLimit, has.EnergyUsed),
    bandwidthAvailable: most(staked, free),
  }
}

function most(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

/** Returns the unused part, never below 0: a wallet that has withdrawn stake may have used more than its present limit. */
function left(limit: bigint, used: bigint): bigint {
  return used > limit ? 0n : limit - used
}

async function estimateEnergy(ask: AskTron, { owner, contract, data }: TronCall): Promise<bigint> {
  const path = 'wallet/triggerconstantcontract'
  const body = {
    owner_address: toHex(owner),
    contract_address: toHex(contract),
    data: data.slice(2),
    call_value: 0,
    visible: false,
  }
  const answer = await ask(path, body, DEADLINE_MS)
  const {
    result,
    energy_used: energy,
    transaction,
  } = parseTronAnswer(constantCallAnswer, answer, path)
  const hasFailed = transaction?.ret.some(({ ret }) => ret === 'FAILED') ?? false
  return result.result === true && !hasFailed ? energy : USUAL_ENERGY
}

async function fetchPrices(ask: AskTron): Promise<Prices> {
  const path = 'wallet/getchainparameters'
  const answer = await ask(path, null, DEADLINE_MS)
  const { chainParameter } = parseTronAnswer(parametersAnswer, answer, path)
  const values = new Map(chainParameter.map(({ key, value }) => [key, value]))
  return {
    energyPriceSun: values.get('getEnergyFee') ?? DEFAULT_ENERGY_PRICE_SUN,
    bandwidthPriceSun: values.get('getTransactionFee') ?? DEFAULT_BANDWIDTH_PRICE_SUN,
  }
}

/** The initial prices of java-tron, for a node that omits a price. */
const DEFAULT_ENERGY_PRICE_SUN = 100n
const DEFAULT_BANDWIDTH_PRICE_SUN = 1_000n

/** Returns the HTTP API's hex form of an address: the prefix byte and the body, without `0x`. */
function toHex(address: string): string {
  return `41${toAbiAddress(address).slice(2)}`
}
