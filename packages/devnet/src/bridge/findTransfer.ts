import {
  type Hex,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type BridgeOrder, bridgeAbi } from './bridgeAbi.ts'
import type { BridgedChain } from './bridgedChain.ts'

/** A deposit that was mined on its source chain. */
export type Deposit = {
  from: BridgedChain
  receipt: TransactionReceipt
  depositId: Hex
  sender: Hex
  order: BridgeOrder
}

/** The result of a search for a transaction hash. */
export type FoundTransfer =
  | { kind: 'unknown' }
  /** Mined, but not one of the bridge's transactions. */
  | { kind: 'foreign' }
  /** A deposit that reverted. */
  | { kind: 'reverted'; from: BridgedChain; receipt: TransactionReceipt }
  | { kind: 'deposit'; deposit: Deposit }

/** The outcome of a deposit. `chain` is the chain that holds the tokens: the destination chain, or the source chain after a return. */
export type Outcome =
  | { kind: 'open' }
  | {
      kind: 'filled'
      chain: BridgedChain
      txHash: Hex
      token: Hex
      amount: bigint
      isCallDone: boolean
    }
  | { kind: 'refunded'; chain: BridgedChain; txHash: Hex; token: Hex; amount: bigint }

/**
 * Finds the transfer that a transaction began or ended; reads only the chains. For a transaction with several deposits, returns the
 * transfer of the first one.
 */
export async function findTransfer(
  chains: readonly BridgedChain[],
  txHash: Hex,
): Promise<FoundTransfer> {
  const found = await Promise.all(
    chains.map(async (chain) => ({ chain, receipt: await findReceipt(chain, txHash) })),
  )
  const mined = found.flatMap(({ chain, receipt }) => (receipt ? [{ chain, receipt }] : []))
  for (const { chain, receipt } of mined) {
    const [deposited] = readLogs(chain, receipt, 'Deposited')
    if (deposited) return { kind: 'deposit', deposit: { from: chain, receipt, ...deposited.args } }
    const [ended] = [...readLogs(chain, receipt, 'Filled'), ...readLogs(chain, receipt, 'Refunded')]
    const deposit = ended ? await findDeposit(chains, ended.args.depositId) : null
    if (deposit) return { kind: 'deposit', deposit }
  }
  const reverted = mined.find(
    ({ chain, receipt }) =>
      receipt.status === 'reverted' && receipt.to?.toLowerCase() === chain.bridge.toLowerCase(),
  )
  if (reverted) return { kind: 'reverted', from: reverted.chain, receipt: reverted.receipt }
  return { kind: mined.length > 0 ? 'foreign' : 'unknown' }
}

/** Finds a deposit's current outcome. */
export async function findOutcome(
  chains: readonly BridgedChain[],
  { from, depositId, order }: Deposit,
): Promise<Outcome> {
  const to = chains.find(({ chainId }) => BigInt(chainId) === order.toChainId)
  if (to) {
    const [log] = await to.client.getContractEvents({
      ...eventsOf(to, depositId),
      eventName: 'Filled',
    })
    if (log) {
      const { token, amount, isCallDone } = log.args
      return { kind: 'filled', chain: to, txHash: log.transactionHash, token, amount, isCallDone }
    }
  }
  const [log] = await from.client.getContractEvents({
    ...eventsOf(from, depositId),
    eventName: 'Refunded',
  })
  if (!log) return { kind: 'open' }
  const { token, amount } = log.args
  return { kind: 'refunded', chain: from, txHash: log.transactionHash, token, amount }
}

async function findDeposit(
  chains: readonly BridgedChain[],
  depositId: Hex,
): Promise<Deposit | null> {
  for (const from of chains) {
    const [log] = await from.client.getContractEvents({
      ...eventsOf(from, depositId),
      eventName: 'Deposited',
    })
    if (!log) continue
    const receipt = await from.client.getTransactionReceipt({ hash: log.transactionHash })
    return { from, receipt, ...log.args }
  }
  return null
}

/** Searches the whole chain, because local chains are short. */
function eventsOf({ bridge }: BridgedChain, depositId: Hex) {
  const fromBlock: bigint = 0n
  return { address: bridge, abi: bridgeAbi, args: { depositId }, fromBlock, strict: true } as const
}

function readLogs<Name extends 'Deposited' | 'Filled' | 'Refunded'>(
  { bridge }: BridgedChain,
  receipt: TransactionReceipt,
  eventName: Name,
) {
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === bridge.toLowerCase())
  return parseEventLogs({ abi: bridgeAbi, logs, eventName })
}

/** Returns a transaction's receipt; null if the transaction is not mined. */
export async function findReceipt(
  { client }: Pick<BridgedChain, 'client'>,
  hash: Hex,
): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}
