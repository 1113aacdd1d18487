import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, type Hex, TransactionNotFoundError } from 'viem'
import { BRIDGE_RELAYER_ACCOUNT } from '../chains/accounts.ts'
import { createAccountClient } from '../chains/chain.ts'
import { type BridgeDelivery, type BridgeOrder, bridgeAbi } from './bridgeAbi.ts'
import type { BridgedChain } from './bridgedChain.ts'
import { findReceipt } from './findTransfer.ts'
import { planSettlement } from './planSettlement.ts'
import type { Switches } from './switches.ts'

/** The parts of a running bridge that the relayer needs. */
export type RelayerContext = {
  chains: readonly BridgedChain[]
  switches: () => Switches
  /**
   * The ids of the deposits that the relayer has given up. The set is in memory only, so the relayer decides again after
   * a restart.
   */
  givenUp: Set<Hex>
  /** Milliseconds since 1970. */
  now: () => number
  /** Called with an error. The relayer retries automatically. */
  onProblem: (error: unknown) => void
}

/** The interval at which the relayer polls the chains. */
const POLL_MS = 400
/** The delay before the relayer retries a deposit, or a chain that did not respond. */
const RETRY_MS = 1_000
/** The gas of a payout or a return, without the ordered call's gas. */
const SETTLE_GAS = 400_000n
/** The maximum gas for an ordered call. */
const MAX_CALL_GAS = 5_000_000n

/** A deposit that is possibly unsettled. */
type OpenDeposit = {
  from: BridgedChain
  depositId: Hex
  order: BridgeOrder
  /** The earliest time at which the relayer settles the deposit, in milliseconds since 1970. */
  dueAt: number
  /** The transaction that settles the deposit, while it is pending. */
  sent: { chain: BridgedChain; hash: Hex } | null
}

type State = {
  /** The last block read on each chain, by chain id. */
  read: Map<number, { number: bigint; hash: Hex }>
  open: Map<Hex, OpenDeposit>
  /** The time at which the relayer polls an unresponsive chain again, by chain id, in milliseconds since 1970. */
  retryAt: Map<number, number>
}

/**
 * Settles every chain's deposits until the relayer is disposed: pays out on the destination chain or returns the tokens, as the switches
 * require. The chains are the only record of settled deposits, and the contract rejects a second settlement. A deposit
 * is therefore settled exactly once, even with a second relayer, after a restart, or after a chain reverts or restarts.
 */
export function startRelayer(context: RelayerContext): AsyncDisposable {
  const stop = new AbortController()
  const ended = run(context, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}

async function run(context: RelayerContext, signal: AbortSignal): Promise<void> {
  const state: State = { read: new Map(), open: new Map(), retryAt: new Map() }
  while (!signal.aborted) {
    for (const chain of context.chains) {
      if ((state.retryAt.get(chain.chainId) ?? 0) > context.now()) continue
      await readDeposits(context, state, chain).catch((error: unknown) => {
        state.retryAt.set(chain.chainId, context.now() + RETRY_MS)
        context.onProblem(error)
      })
    }
    for (const deposit of [...state.open.values()]) {
      if (signal.aborted || deposit.dueAt > context.now()) continue
      await settle(context, state, deposit).catch((error: unknown) => {
        deposit.dueAt = context.now() + RETRY_MS
        context.onProblem(error)
      })
    }
    // The abort signal ended the wait, which is not a failure.
    await wait(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

/** Adds the deposits since the last poll. When a chain reverts, the relayer reads all chains again from their start. */
async function readDeposits(
  context: RelayerContext,
  state: State,
  from: BridgedChain,
): Promise<void> {
  const { client, bridge, chainId } = from
  const last = state.read.get(chainId)
  const head = await client.getBlock({ blockTag: 'latest' })
  if (head.hash === last?.hash) return
  if (last && !(await hasBlock(from, last))) state.read.clear()
  const start = state.read.get(chainId)?.number ?? -1n
  const logs = await client.getContractEvents({
    address: bridge,
    abi: bridgeAbi,
    eventName: 'Deposited',
    fromBlock: start + 1n,
    toBlock: head.number,
    strict: true,
  })
  const dueAt = context.now() + context.switches().durationS * 1000
  for (const { args } of logs) {
    const { depositId, order } = args
    if (state.open.has(depositId) || context.givenUp.has(depositId)) continue
    state.open.set(depositId, { from, depositId, order, dueAt, sent: null })
  }
  state.read.set(chainId, { number: head.number, hash: head.hash })
}

async function hasBlock(
  { client }: BridgedChain,
  { number, hash }: { number: bigint; hash: Hex },
): Promise<boolean> {
  if ((await client.getBlockNumber()) < number) return false
  return (await client.getBlock({ blockNumber: number })).hash === hash
}

async function settle(context: RelayerContext, state: State, deposit: OpenDeposit): Promise<void> {
  const { from, depositId, order } = deposit
  if (deposit.sent && (await isWaiting(deposit.sent))) return
  deposit.sent = null
  const to = context.chains.find(({ chainId }) => BigInt(chainId) === order.toChainId) ?? null
  if (await isSettled(deposit, to)) {
    state.open.delete(depositId)
    return
  }
  const settlement = planSettlement(order, { from, to }, context.switches())
  if (settlement.kind === 'wait') return
  if (settlement.kind === 'give_up') {
    context.givenUp.add(depositId)
    state.open.delete(depositId)
    return
  }
  deposit.dueAt = context.now() + RETRY_MS
  if (settlement.kind === 'refund' || to === null) {
    deposit.sent = { chain: from, hash: await send(from, encodeRefund(depositId)) }
  } else {
    deposit.sent = { chain: to, hash: await send(to, encodeFill(depositId, settlement.delivery)) }
  }
}

function encodeRefund(depositId: Hex): { data: Hex; gas: bigint } {
  const data = encodeFunctionData({ abi: bridgeAbi, functionName: 'refund', args: [depositId] })
  return { data, gas: SETTLE_GAS }
}

function encodeFill(depositId: Hex, ordered: BridgeDelivery): { data: Hex; gas: bigint } {
  const gasLimit = ordered.gasLimit > MAX_CALL_GAS ? MAX_CALL_GAS : ordered.gasLimit
  const args = [depositId, { ...ordered, gasLimit }] as const
  const data = encodeFunctionData({ abi: bridgeAbi, functionName: 'fill', args })
  // A call receives at most 63/64 of the available gas (EIP-150), and the executor makes the ordered call from inside the bridge's call.
  return { data, gas: SETTLE_GAS + (gasLimit * 66n) / 64n }
}

/** Returns whether a transaction is pending. A transaction that disappeared when its chain reverted is not pending. */
async function isWaiting({ chain, hash }: { chain: BridgedChain; hash: Hex }): Promise<boolean> {
  if (await findReceipt(chain, hash)) return false
  try {
    await chain.client.getTransaction({ hash })
    return true
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}

/** Returns whether a deposit was paid out, returned, or removed because its chain reverted. */
async function isSettled(
  { from, depositId }: OpenDeposit,
  to: BridgedChain | null,
): Promise<boolean> {
  const [, , amount] = await from.client.readContract({
    address: from.bridge,
    abi: bridgeAbi,
    functionName: 'locked',
    args: [depositId],
  })
  if (amount === 0n || to === null) return amount === 0n
  return to.client.readContract({
    address: to.bridge,
    abi: bridgeAbi,
    functionName: 'isFilled',
    args: [depositId],
  })
}

/**
 * Sends as the relayer with a fixed gas limit, because an estimated limit could let the ordered call run out of gas. Throws when the
 * transaction would revert.
 */
async function send(
  { chain, client, bridge }: BridgedChain,
  { data, gas }: { data: Hex; gas: bigint },
): Promise<Hex> {
  const wallet = createAccountClient(chain, BRIDGE_RELAYER_ACCOUNT)
  await client.call({ account: wallet.account, to: bridge, data, gas })
  return wallet.sendTransaction({ to: bridge, data, gas })
}
