import { formatAmount } from '@secure-payment/core'
import { type Address, encodeFunctionData, type Hex, numberToHex, zeroAddress } from 'viem'
import { testTokenAbi } from '../chains/abis.ts'
import { type BridgeDelivery, bridgeAbi } from './bridgeAbi.ts'
import { type BridgedChain, type BridgedToken, findBridgedToken } from './bridgedChain.ts'
import { describeFee } from './describeFee.ts'
import { coinDollars, describeCoin, describeToken, TOOL, TOOL_DETAILS } from './describeToken.ts'
import { noQuoteError, validationError } from './lifiError.ts'
import type { LiFiAction, LiFiEstimate, LiFiGasCost, LiFiStep } from './lifiTypes.ts'
import { type Price, priceTransfer } from './priceTransfer.ts'
import type { Switches } from './switches.ts'

/** The parts of a running bridge that a quote needs. */
export type QuoteContext = {
  chains: readonly BridgedChain[]
  switches: () => Switches
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns an id that no other quote has. */
  createId: () => Hex
}

/** The transfer to quote; `side` is the amount on the source or the destination chain. */
export type QuoteInput = {
  fromChain: number
  fromToken: Address
  fromAddress: Address
  toChain: number
  toToken: Address
  /** Receives the tokens that no call uses. */
  toAddress: Address
  side: { fromUnits: bigint } | { toUnits: bigint }
  /** The call that receives all delivered tokens. */
  call?: { target: Address; spender: Address; gasLimit: bigint; callData: Hex }
  allowBridges?: readonly string[] | undefined
  slippage: number
  integrator: string
}

/** A transfer that the bridge can make. */
type Transfer = {
  from: BridgedChain
  to: BridgedChain
  fromToken: BridgedToken
  toToken: BridgedToken
  price: Price
}

/** The period in which the bridge accepts a deposit, in seconds of the source chain. A host gives its payer less time. */
const LIFETIME_S = 120n
/** Gas of a deposit. A USDC deposit that contained a payment's call used 142,000 gas. */
const DEPOSIT_GAS = 150_000n
const DEPOSIT_GAS_LIMIT = 300_000n

/** Returns a quote with the payer's transaction. Throws LiFiError: 404 when there is no route, 400 when a chain or a token is unknown. */
export async function quoteTransfer(context: QuoteContext, input: QuoteInput): Promise<LiFiStep> {
  const transfer = await findTransferPath(context, input)
  const { from, to, price } = transfer
  const step = await describeStep(context, { input, transfer })
  const [gas] = step.estimate.gasCosts
  const delivery: BridgeDelivery = {
    token: input.toToken,
    amount: price.toUnits,
    fallbackAddress: input.toAddress,
    target: input.call?.target ?? zeroAddress,
    spender: input.call?.spender ?? zeroAddress,
    gasLimit: input.call?.gasLimit ?? 0n,
    callData: input.call?.callData ?? '0x',
  }
  const order = {
    quoteId: context.createId(),
    token: input.fromToken,
    amount: price.fromUnits,
    toChainId: BigInt(to.chainId),
    deadline: await chooseDeadline(context, from),
    delivery,
  }
  return {
    ...step,
    id: order.quoteId,
    transactionRequest: {
      from: input.fromAddress,
      to: from.bridge,
      chainId: from.chainId,
      data: encodeFunctionData({ abi: bridgeAbi, functionName: 'deposit', args: [order] }),
      value: '0x0',
      gasPrice: numberToHex(BigInt(gas?.price ?? 0)),
      gasLimit: numberToHex(DEPOSIT_GAS_LIMIT),
    },
  }
}

/** Returns the quote without a transaction, as for the steps in a route. */
export async function describeTransfer(
  context: QuoteContext,
  input: QuoteInput,
): Promise<LiFiStep> {
  const transfer = await findTransferPath(context, input)
  return describeStep(context, { input, transfer })
}

async function findTransferPath(context: QuoteContext, input: QuoteInput): Promise<Transfer> {
  const { mode } = context.switches()
  if (mode === 'no_route') throw noQuoteError()
  const from = findChain(context, '/fromChain', input.fromChain)
  const to = findChain(context, '/toChain', input.toChain)
  const fromToken = findBridgedToken(from, input.fromToken)
  const toToken = findBridgedToken(to, input.toToken)
  if (from === to || !fromToken || !toToken) throw noQuoteError()
  if (fromToken.decimals !== toToken.decimals) throw noQuoteError()
  if (!isAllowed(input.allowBridges)) throw noQuoteError()
  const price = priceTransfer(input.side, { decimals: toToken.decimals, mode })
  if (!price || price.toUnits > (await readLiquidity(to, toToken))) throw noQuoteError()
  return { from, to, fromToken, toToken, price }
}

function findChain({ chains }: QuoteContext, field: string, chainId: number): BridgedChain {
  const found = chains.find((chain) => chain.chainId === chainId)
  if (found) return found
  const known = chains.map((chain) => chain.chainId).join(', ')
  throw validationError(`${field} must be equal to one of the allowed values: ${known}`)
}

function isAllowed(bridges: readonly string[] | undefined): boolean {
  return bridges === undefined || bridges.includes(TOOL) || bridges.includes('all')
}

function readLiquidity({ client, bridge }: BridgedChain, token: BridgedToken): Promise<bigint> {
  return client.readContract({
    address: token.address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [bridge],
  })
}

async function describeStep(
  context: QuoteContext,
  { input, transfer }: { input: QuoteInput; transfer: Transfer },
): Promise<LiFiStep> {
  const { from, to, fromToken, toToken, price } = transfer
  const action: LiFiAction = {
    fromToken: describeToken(fromToken, from.chainId),
    fromAmount: String(price.fromUnits),
    toToken: describeToken(toToken, to.chainId),
    fromChainId: from.chainId,
    toChainId: to.chainId,
    slippage: input.slippage,
    fromAddress: input.fromAddress,
    toAddress: input.call?.target ?? input.toAddress,
  }
  const gas = await estimateGas(from)
  const estimate = describeEstimate(transfer, { gas, durationS: context.switches().durationS })
  const id = context.createId()
  const leg = { tool: TOOL, toolDetails: TOOL_DETAILS, action, estimate }
  return {
    type: 'lifi',
    id,
    ...leg,
    includedSteps: [{ type: 'cross', id: context.createId(), ...leg }],
    integrator: input.integrator,
  }
}

function describeEstimate(
  { from, fromToken, toToken, price }: Transfer,
  facts: { gas: LiFiGasCost; durationS: number },
): LiFiEstimate {
  return {
    tool: TOOL,
    approvalAddress: from.bridge,
    approvalReset: fromToken.resetsApproval ?? false,
    fromAmount: String(price.fromUnits),
    fromAmountUSD: formatAmount(price.fromUnits, fromToken.decimals),
    toAmount: String(price.toUnits),
    toAmountMin: String(price.toUnits),
    toAmountUSD: formatAmount(price.toUnits, toToken.decimals),
    executionDuration: facts.durationS,
    feeCosts: [describeFee({ from, token: fromToken, ...price })],
    gasCosts: [facts.gas],
  }
}

async function estimateGas(from: BridgedChain): Promise<LiFiGasCost> {
  const price = await from.client.getGasPrice()
  return {
    type: 'SEND',
    price: String(price),
    estimate: String(DEPOSIT_GAS),
    limit: String(DEPOSIT_GAS_LIMIT),
    amount: String(price * DEPOSIT_GAS),
    amountUSD: coinDollars(from, price * DEPOSIT_GAS),
    token: describeCoin(from),
  }
}

/** Chain time may be ahead of the clock, or behind it while no block is mined. */
async function chooseDeadline(context: QuoteContext, { client }: BridgedChain): Promise<bigint> {
  const { timestamp } = await client.getBlock({ blockTag: 'latest' })
  if (context.switches().mode === 'expired') return timestamp - 1n
  const clock = BigInt(Math.floor(context.now() / 1000))
  return (timestamp < clock ? clock : timestamp) + LIFETIME_S
}
