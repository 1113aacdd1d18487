import { batchFees, formatAmount, parseAmount } from '@secure-payment/core'
import { askBatchFee, type BatchFee, NO_BATCH_FEE } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import { ensureDefined } from '../ensureDefined.ts'
import type { ContractFee } from '../review.ts'
import { createChainReader } from './chainReader.ts'
import { sourceOf } from './chainRecords.ts'
import type { Task } from './session.ts'
import type { Due } from './verifyPayment.ts'

/**
 * Reads the fee of the contract that makes batches: through the wallet while it is on the network, otherwise through a
 * public node. A payment with one item has no such fee, because another contract makes it. Null if neither responds.
 */
export async function readBatchFee({
  session,
  signal,
}: Pick<Task, 'session' | 'signal'>): Promise<BatchFee | null> {
  const { payment } = session.state()
  if (payment === null || payment.items.length < 2) return NO_BATCH_FEE
  const network = findNetwork(payment.chain.id)
  const contract = network?.contracts.BatchConversionPayments?.address
  if (network === undefined || contract === undefined) return NO_BATCH_FEE
  const reader = createChainReader(sourceOf(session, network, signal))
  try {
    return await askBatchFee(async (data) => {
      const answer = await reader.read('eth_call', [{ to: contract, data }, 'latest'])
      return isHex(answer) ? answer : null
    })
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/**
 * Reads the service's value of the contract's fee. This value counts only until the contract itself is read, which happens before the
 * wallet's request. Core rejects more than the contract's owner can set.
 */
export function claimedBatchFee(claim: unknown): BatchFee {
  const percentage: unknown = Object(claim).percentage
  if (typeof percentage !== 'string' || !/^\d{1,3}(\.\d{1,2})?$/.test(percentage))
    return NO_BATCH_FEE
  const bps = Number(parseAmount(percentage, PERCENT_DECIMALS, { allowZero: true }))
  return { bps, tokenBps: bps }
}

/** Returns whether two responses are the same fee. */
export function isSameFee(one: BatchFee, other: BatchFee): boolean {
  return one.bps === other.bps && one.tokenBps === other.tokenBps
}

/** Computes the fee of a batch per token, in base units, with the symbol and decimals of the token. */
export function feeParts(due: readonly Due[], fee: BatchFee = NO_BATCH_FEE): readonly FeePart[] {
  return batchFees(due.map(toItem), fee).map(({ token, units, isMost }) => {
    const paid = due.find(({ item }) => isSameToken(item.tokenAddress, token))
    const { item, decimals: own, conversion } = ensureDefined(paid, 'The item of a fee')
    const { symbol, decimals } = conversion ?? { symbol: item.symbol, decimals: own }
    return { key: token ?? '', symbol, decimals, units, isMost }
  })
}

/** One currency of a fee. */
export type FeePart = {
  readonly key: string
  readonly symbol: string
  readonly decimals: number
  readonly units: bigint
  readonly isMost: boolean
}

/** Returns the review's line; null without a fee. */
export function describeBatchFee(due: readonly Due[], fee: BatchFee): ContractFee | null {
  const parts = due.length > 1 ? feeParts(due, fee) : []
  if (parts.length === 0) return null
  return {
    percentage: formatAmount(BigInt(fee.bps), PERCENT_DECIMALS),
    costs: parts.map(({ symbol, units, decimals }) => ({
      symbol,
      amount: formatAmount(units, decimals),
    })),
    isMost: parts.some((part) => part.isMost),
  }
}

/** A percentage with two decimals is a whole number of parts per 10,000. */
const PERCENT_DECIMALS = 2

function isHex(answer: unknown): answer is `0x${string}` {
  return typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer)
}

function toItem({ item, amountUnits, feeUnits, conversion }: Due) {
  const most = conversion && { maxToSpendUnits: conversion.mostUnits }
  return { token: item.tokenAddress, amountUnits, feeUnits, conversion: most }
}

function isSameToken(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
