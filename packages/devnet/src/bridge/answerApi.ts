import type { Hex } from 'viem'
import {
  contractCallsBody,
  parseInput,
  routesBody,
  statusQuery,
  toAmountQuery,
} from './bridgeInputs.ts'
import { describeStatus, type StatusContext } from './describeStatus.ts'
import { LiFiError, lifiErrorCode, validationError } from './lifiError.ts'
import type { LiFiRoute, LiFiStep } from './lifiTypes.ts'
import { describeTransfer, type QuoteContext, quoteTransfer } from './quoteTransfer.ts'

/** An API call. `route` is the method and the path without the version, such as `POST /quote/contractCalls`. */
export type ApiCall = { route: string; query: Record<string, string>; body: unknown }

/** Returns the body of LI.FI's response with status 200. Throws LiFiError for its other responses. */
export async function answerApi(
  context: QuoteContext & StatusContext,
  { route, query, body }: ApiCall,
): Promise<object> {
  switch (route) {
    case 'POST /quote/contractCalls':
      return quoteContractCall(context, body)
    case 'GET /quote/toAmount':
      return quoteToAmount(context, query)
    case 'POST /advanced/routes':
      return listRoutes(context, body)
    case 'GET /status':
      return describeStatus(context, parseInput(statusQuery, query))
    default: {
      const sentence = `There is no ${route} here.`
      throw new LiFiError({ status: 404, lifiCode: lifiErrorCode.notFound, sentence })
    }
  }
}

function quoteContractCall(context: QuoteContext, body: unknown): Promise<LiFiStep> {
  const { contractCalls, toFallbackAddress, toAmount, ...input } = parseInput(
    contractCallsBody,
    body,
  )
  const [call] = contractCalls
  if (call?.fromTokenAddress !== input.toToken) {
    throw validationError('/contractCalls/0/fromTokenAddress must be equal to /toToken')
  }
  if (call.fromAmount !== toAmount) {
    throw validationError('/contractCalls/0/fromAmount must be equal to /toAmount')
  }
  return quoteTransfer(context, {
    ...input,
    // As in LI.FI, the fallback address defaults to the payer.
    toAddress: toFallbackAddress ?? input.fromAddress,
    side: { toUnits: toAmount },
    call: {
      target: call.toContractAddress,
      spender: call.toApprovalAddress ?? call.toContractAddress,
      gasLimit: call.toContractGasLimit,
      callData: call.toContractCallData,
    },
  })
}

function quoteToAmount(context: QuoteContext, query: Record<string, string>): Promise<LiFiStep> {
  const { toAmount, toAddress, ...input } = parseInput(toAmountQuery, query)
  return quoteTransfer(context, {
    ...input,
    toAddress: toAddress ?? input.fromAddress,
    side: { toUnits: toAmount },
  })
}

/** Returns one route or none: unlike a missing quote, a missing route is not an error. */
async function listRoutes(context: QuoteContext, body: unknown): Promise<{ routes: LiFiRoute[] }> {
  const { options, ...input } = parseInput(routesBody, body)
  const fromAddress = input.fromAddress ?? NOBODY
  try {
    const step = await describeTransfer(context, {
      fromChain: input.fromChainId,
      fromToken: input.fromTokenAddress,
      fromAddress,
      toChain: input.toChainId,
      toToken: input.toTokenAddress,
      toAddress: input.toAddress ?? fromAddress,
      side: { fromUnits: input.fromAmount },
      allowBridges: options.bridges?.allow,
      slippage: options.slippage,
      integrator: options.integrator,
    })
    return { routes: [describeRoute(step, context.createId())] }
  } catch (error) {
    if (error instanceof LiFiError && error.lifiCode === lifiErrorCode.noQuote)
      return { routes: [] }
    throw error
  }
}

/** A placeholder for the payer in route requests without an address; LI.FI's examples use this address. */
const NOBODY = '0x552008c0f6870c2f77e5cC1d2eb9bdff03e30Ea0'

function describeRoute(step: LiFiStep, id: Hex): LiFiRoute {
  const { action, estimate } = step
  return {
    id,
    fromChainId: action.fromChainId,
    fromAmountUSD: estimate.fromAmountUSD,
    fromAmount: estimate.fromAmount,
    fromToken: action.fromToken,
    fromAddress: action.fromAddress,
    toChainId: action.toChainId,
    toAmountUSD: estimate.toAmountUSD,
    toAmount: estimate.toAmount,
    toAmountMin: estimate.toAmountMin,
    toToken: action.toToken,
    toAddress: action.toAddress,
    gasCostUSD: estimate.gasCosts[0]?.amountUSD ?? '0',
    containsSwitchChain: false,
    steps: [step],
    tags: ['RECOMMENDED', 'CHEAPEST', 'FASTEST'],
  }
}
