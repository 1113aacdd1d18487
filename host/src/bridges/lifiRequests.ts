import type { LifiConfig } from '../config.ts'
import type { BridgeQuery, TransferQuery } from './bridge.ts'

/** A call to LI.FI's API; `path` follows the base URL, and includes the query. */
export type LifiRequest =
  | { method: 'GET'; path: string }
  | { method: 'POST'; path: string; body: object }

/**
 * Requests a quote for the amount that must arrive, with a call on arrival (`POST /quote/contractCalls`). The fields and their order follow
 * LI.FI's own client, @lifi/sdk 4.3.0.
 */
export function quoteRequest(
  { integrator, bridges }: Pick<LifiConfig, 'integrator' | 'bridges'>,
  query: BridgeQuery,
): LifiRequest {
  const toAmount = String(query.toUnits)
  return {
    method: 'POST',
    path: '/quote/contractCalls',
    body: {
      fromChain: query.fromChainId,
      toChain: query.toChainId,
      fromToken: query.fromToken,
      toToken: query.toToken,
      fromAddress: query.fromAddress,
      toAmount,
      toFallbackAddress: query.fallbackAddress,
      contractCalls: [
        {
          fromAmount: toAmount,
          fromTokenAddress: query.toToken,
          toContractAddress: query.call.to,
          toApprovalAddress: query.call.to,
          toContractCallData: query.call.data,
          toContractGasLimit: String(query.call.gasLimit),
        },
      ],
      allowBridges: bridges,
      integrator,
    },
  }
}

/** Requests the state of a transfer (`GET /status`). LI.FI does not need to search if the query names the chains. */
export function statusRequest({
  txHash,
  tool,
  fromChainId,
  toChainId,
}: TransferQuery): LifiRequest {
  const query = new URLSearchParams({
    txHash,
    bridge: tool,
    fromChain: String(fromChainId),
    toChain: String(toChainId),
  })
  return { method: 'GET', path: `/status?${query}` }
}
