import {
  decodeConversionPathOf,
  decodeRate,
  encodeConversionPathOf,
  encodeGetRate,
  isSameAddress,
} from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import {
  aggregate3Call,
  type ContractRead,
  ethCall,
  multicallOf,
  readAggregate3,
} from './aggregate3.ts'
import type { Rate, RatePath } from './chainClient.ts'
import type { Agree } from './createAgree.ts'
import { unwrap } from './createAsk.ts'
import { NodesDisagreeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import { MalformedAnswerError, parseBytes, parseQuantity, toQuantity } from './wire.ts'

/** Reads rates as `ChainClient.readRates` does. */
export type ReadRates = (
  paths: readonly RatePath[],
  atBlock?: bigint,
) => Promise<readonly (Rate | null)[]>

/** The members of a client that the rate reader uses. */
export type RateClient = { network: Network; nodes: readonly RpcNode[]; agree: Agree }

/** A payer waits for this response, so its deadline is short. */
const DEADLINE_MS = 4_000
/** A batch needs one path per currency; the response is only a few kilobytes. */
export const MAX_PATHS = 250
/** The contract that the proxy uses is read in the same round trip; if it is not the expected one, the read is repeated. */
const MAX_TRIES = 2

/**
 * Creates a reader that stores each conversion proxy's rate contract, initially the registry's. The proxy's current setting is read
 * together with the rates, so a reconfigured proxy is never misread.
 */
export function createRateReader(client: RateClient): ReadRates {
  const known: KnownContracts = new Map()
  return async (paths, atBlock) => {
    if (paths.length > MAX_PATHS) {
      throw new RangeError(`At most ${MAX_PATHS} rates can be read at once`)
    }
    if (paths.length === 0) return []
    const read = (block: Hex | 'latest') =>
      client.agree((node) => readFromNode(node, client.network, { paths, block, known }), {
        toText: (rate) => (rate === null ? '' : `${rate.rate} ${rate.oldestTimestampS}`),
      })
    if (atBlock !== undefined) return read(toQuantity(atBlock))
    try {
      return await read('latest')
    } catch (error) {
      if (!(error instanceof NodesDisagreeError)) throw error
      // Nodes that differ because of a feed's recent update agree at the newest block that most of them have.
      const block = await findCommonBlock(client.nodes)
      if (block === null) throw error
      return read(toQuantity(block))
    }
  }
}

/** The rate contract of each proxy, by the proxy's address. */
type KnownContracts = Map<string, string>
type RateQuery = { paths: readonly RatePath[]; block: Hex | 'latest'; known: KnownContracts }

/** A path with the contracts that convert along it. */
type Route = { path: RatePath; proxy: string; contract: string }

async function readFromNode(
  node: RpcNode,
  network: Network,
  { paths, block, known }: RateQuery,
): Promise<readonly (Rate | null)[]> {
  const contracts: KnownContracts = new Map(known)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const routes = paths.map((path) => planRoute(network, path, contracts))
    const proxies = [...new Set(routes.flatMap((route) => route?.proxy ?? []))]
    const reads = [
      ...proxies.map((to): ContractRead => ({ to, data: encodeConversionPathOf() })),
      ...routes.flatMap((route) =>
        route === null ? [] : { to: route.contract, data: encodeGetRate(route.path) },
      ),
    ]
    const answers = await readAll(node, network, { reads, block })
    const named = proxies.map((_, index) => decodeOrNull(decodeConversionPathOf, answers[index]))
    const rates = answers.slice(proxies.length)
    if (isAsNamed(network, contracts, { proxies, named })) {
      return routes.map((route) => (route === null ? null : toRate(rates.shift())))
    }
    proxies.forEach((proxy, index) => {
      contracts.set(proxy, named[index] ?? NO_CONTRACT)
      if (block === 'latest') known.set(proxy, named[index] ?? NO_CONTRACT)
    })
  }
  throw new MalformedAnswerError('a conversion proxy named two contracts in turn')
}

/** Stands in for a missing contract: this address has no code, so nothing can be converted. */
const NO_CONTRACT = '0x0000000000000000000000000000000000000000'

/** Returns `null` if the network has no proxy for such a path. */
function planRoute(network: Network, path: RatePath, known: KnownContracts): Route | null {
  const { EthConversionProxy, Erc20ConversionProxy, ChainlinkConversionPath } = network.contracts
  const isToNative = path.at(-1)?.toLowerCase() === network.nativeCurrency.hash.toLowerCase()
  const chosen = isToNative ? EthConversionProxy : (Erc20ConversionProxy ?? EthConversionProxy)
  const proxy = chosen?.address
  if (proxy === undefined) return null
  return { path, proxy, contract: known.get(proxy) ?? ChainlinkConversionPath?.address ?? proxy }
}

function isAsNamed(
  { contracts: { ChainlinkConversionPath } }: Network,
  contracts: KnownContracts,
  answered: { proxies: readonly string[]; named: readonly (string | null)[] },
): boolean {
  return answered.proxies.every((proxy, index) => {
    const asked = contracts.get(proxy) ?? ChainlinkConversionPath?.address ?? proxy
    return isSameAddress(answered.named[index] ?? NO_CONTRACT, asked)
  })
}

/** Reads the result of each read in one round trip; `null` for a rejected read. */
async function readAll(
  node: RpcNode,
  network: Network,
  { reads, block }: { reads: readonly ContractRead[]; block: Hex | 'latest' },
): Promise<(Hex | null)[]> {
  if (reads.length === 0) return []
  const multicall = multicallOf(network)
  if (multicall !== undefined) {
    const call = aggregate3Call(multicall, reads, block)
    const [answer] = unwrap(await node.send([call], DEADLINE_MS), undefined)
    const answers = readAggregate3(answer, reads.length)
    if (answers !== null) return [...answers]
  }
  const calls = reads.map((read) => ethCall(read, block))
  return unwrap(await node.send(calls, DEADLINE_MS), 'keep').map((answer) => {
    if (!(answer instanceof RpcCallError)) return parseBytes(answer, null, 'eth_call')
    // Only the contract's own rejection counts, not the error of a node that lacks the block or its state.
    if (answer.rpcCode === EXECUTION_REVERTED || /revert/i.test(answer.rpcMessage)) return null
    throw answer
  })
}

/** The JSON-RPC error code of geth, and of nodes that follow its conventions. */
const EXECUTION_REVERTED = 3

function toRate(data: Hex | null | undefined): Rate | null {
  const rate = decodeOrNull(decodeRate, data)
  // A feed that returns zero has no price.
  return rate === null || rate.rate === 0n ? null : rate
}

/**
 * Returns the decoded result of a contract; `null` if it rejects the call, does not exist, or is a contract of another kind.
 */
function decodeOrNull<T>(decode: (data: Hex) => T, data: Hex | null | undefined): T | null {
  if (data === null || data === undefined) return null
  try {
    return decode(data)
  } catch {
    return null
  }
}

/** Finds the newest block that most nodes have; `null` if too few respond. */
async function findCommonBlock(nodes: readonly RpcNode[]): Promise<bigint | null> {
  const call = { method: 'eth_blockNumber', params: [] }
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const [height] = unwrap(await node.send([call], DEADLINE_MS), undefined)
      return parseQuantity(height, 'eth_blockNumber')
    }),
  )
  const heights = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .toSorted((left, right) => (left < right ? 1 : -1))
  return heights[Math.floor(nodes.length / 2)] ?? null
}
