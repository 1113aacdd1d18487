import { isSameAddress } from '@secure-payment/core/evm'
import { z } from 'zod'
import type { BridgeFee, BridgeQuery, BridgeQuote } from './bridge.ts'
import { BridgeUnavailableError } from './errors.ts'
import {
  addressField,
  chainIdField,
  dataField,
  firstIssue,
  unitsField,
  valueField,
} from './lifiFields.ts'

/** The terms that a quote must meet, in addition to its query. */
export type QuoteTerms = {
  /** The source network's LiFiDiamond address, from the registry. */
  diamond: string
  /** The bridges that may carry the tokens. */
  bridges: readonly string[]
  /** The end of the quote's lifetime, which this service sets. */
  expiresAt: Date
}

/**
 * Reads LI.FI's quote (LiFiStep of @lifi/types 17.86.0) and checks all fields that money depends on. The calldata's effect on the
 * destination chain cannot be checked here, because every bridge has its own encoding.
 *
 * @throws BridgeUnavailableError `malformed`, or `unsafe` with the name of the check
 */
export function parseLifiQuote(body: unknown, query: BridgeQuery, terms: QuoteTerms): BridgeQuote {
  const parsed = stepSchema.safeParse(body)
  if (!parsed.success) {
    throw new BridgeUnavailableError('malformed', `a quote, ${firstIssue(parsed.error)}`)
  }
  const step = parsed.data
  const broken = findBrokenCheck(step, query, terms)
  if (broken !== null) throw new BridgeUnavailableError('unsafe', broken)
  const { estimate, transactionRequest } = step
  return {
    id: step.id,
    tool: step.tool,
    fromUnits: estimate.fromAmount,
    toUnits: estimate.toAmount,
    toMinUnits: estimate.toAmountMin,
    approvalAddress: estimate.approvalAddress,
    transaction: {
      to: transactionRequest.to,
      data: transactionRequest.data,
      value: transactionRequest.value,
      chainId: transactionRequest.chainId,
    },
    fees: [...readFees(estimate.feeCosts, 'bridge'), ...readFees(estimate.gasCosts, 'gas')],
    durationS: Math.ceil(estimate.executionDuration),
    expiresAt: terms.expiresAt,
  }
}

const MAX_DURATION_S = 7 * 24 * 3_600
const MAX_FEES = 20
const MAX_NAME_LENGTH = 80

const tokenSchema = z.object({ address: addressField, chainId: chainIdField })

/** Fields that money depends on must all be valid; costs are only displayed, so each is parsed separately. */
const stepSchema = z.object({
  id: z.string().min(1).max(255),
  tool: z.string(),
  action: z.object({
    fromChainId: chainIdField,
    toChainId: chainIdField,
    fromToken: tokenSchema,
    toToken: tokenSchema,
    fromAmount: unitsField,
  }),
  estimate: z.object({
    approvalAddress: addressField,
    fromAmount: unitsField,
    toAmount: unitsField,
    toAmountMin: unitsField,
    executionDuration: z.number().min(0).max(MAX_DURATION_S),
    feeCosts: z.unknown().optional(),
    gasCosts: z.unknown().optional(),
  }),
  transactionRequest: z.object({
    from: addressField.optional(),
    to: addressField,
    chainId: chainIdField,
    data: dataField,
    value: valueField,
  }),
})

type Step = z.output<typeof stepSchema>

/** Finds the first check that the quote fails, described for operators; null if it passes all. */
function findBrokenCheck(step: Step, query: BridgeQuery, terms: QuoteTerms): string | null {
  const { action, estimate, transactionRequest: transaction } = step
  if (transaction.chainId !== query.fromChainId || action.fromChainId !== query.fromChainId) {
    return 'the transaction is for another chain'
  }
  if (action.toChainId !== query.toChainId) return 'the tokens go to another chain'
  if (!isToken(action.fromToken, query.fromToken, query.fromChainId))
    return 'the wrong token is sent'
  if (!isToken(action.toToken, query.toToken, query.toChainId)) return 'the wrong token arrives'
  if (!terms.bridges.includes(step.tool)) return 'the bridge is not one of PAY_LIFI_BRIDGES'
  if (!isSameAddress(estimate.approvalAddress, terms.diamond)) {
    return `the approval is for ${estimate.approvalAddress}, which is not LiFiDiamond`
  }
  if (!isSameAddress(transaction.to, terms.diamond)) {
    return `the transaction calls ${transaction.to}, which is not LiFiDiamond`
  }
  if (transaction.from !== undefined && !isSameAddress(transaction.from, query.fromAddress)) {
    return 'the transaction is for another payer'
  }
  if (transaction.value !== 0n) return 'the transaction sends native coins'
  if (estimate.fromAmount === 0n || estimate.fromAmount !== action.fromAmount) {
    return 'the amount to send is ambiguous'
  }
  // The payee must never receive less than the amount due, regardless of the amount that the quote expects to arrive.
  if (estimate.toAmountMin < query.toUnits)
    return 'the amount that arrives may be below the amount due'
  return estimate.toAmount < estimate.toAmountMin
    ? 'the expected amount is below the minimum'
    : null
}

function isToken(token: z.output<typeof tokenSchema>, address: string, chainId: number): boolean {
  return token.chainId === chainId && isSameAddress(token.address, address)
}

const costSchema = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  amount: unitsField,
  amountUSD: z.unknown().optional(),
  included: z.boolean().optional(),
  token: z.object({
    symbol: z.string().min(1).max(MAX_NAME_LENGTH),
    decimals: z.int().min(0).max(77),
  }),
})

/** Reads the valid costs, at most {@link MAX_FEES}; all others are dropped. */
function readFees(costs: unknown, kind: BridgeFee['kind']): BridgeFee[] {
  if (!Array.isArray(costs)) return []
  return costs.slice(0, MAX_FEES).flatMap((cost): BridgeFee[] => {
    const parsed = costSchema.safeParse(cost)
    if (!parsed.success) return []
    const { name, type, amount, amountUSD, included, token } = parsed.data
    return [
      {
        kind,
        name: plainText(name ?? type ?? kind),
        units: amount,
        symbol: plainText(token.symbol),
        decimals: token.decimals,
        amountUsd: readDollars(amountUSD),
        // Gas is paid in native coins on top of the amount.
        included: kind === 'bridge' && (included ?? true),
      },
    ]
  })
}

/** Returns text as one line without control or bidirectional characters. */
function plainText(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
}

function readDollars(value: unknown): string | null {
  return typeof value === 'string' && /^\d{1,20}(?:\.\d{1,40})?$/.test(value) ? value : null
}
