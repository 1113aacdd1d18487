import { ApiError } from '@secure-payment/core/client'
import type { SignedInContext } from '../../context.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { openPayoutMemory } from './payoutMemory.ts'
import type { Payout, PayoutColumn } from './readPayout.ts'

/** A cell that the service rejected: the payout's position from 0, its column and the error. */
export type RefusedCell = {
  readonly index: number
  readonly column: PayoutColumn
  readonly message: string
}

/**
 * Creates one link that pays all `payouts` on a network. Resolves with the id of its first request, and whether it waits for a second
 * member's approval. A signed-in wallet is recorded as the link's creator. This browser stores the link, with the names of its recipients.
 *
 * @throws ApiError
 */
export async function createPayoutLink(
  { client, session, now }: Pick<SignedInContext, 'client' | 'session' | 'now'>,
  options: { payouts: readonly Payout[]; network: string },
): Promise<{ requestId: string; isWaiting: boolean }> {
  const items = options.payouts.map((payout) => toItem(payout, options.network))
  const [only] = items
  const creator = session.walletType === 'evm' ? session.address : null
  const body = {
    ...(items.length === 1 ? only : { payouts: items }),
    ...(creator !== null && { creatorWalletAddress: creator }),
  }
  const { requestIds, approvalId } = await client.securePayments.createPayout({ body })
  openPayoutMemory(session.tenantId).save({
    createdAt: new Date(now()).toISOString(),
    network: options.network,
    payouts: options.payouts.map(({ units: _, ...payout }, index) => ({
      ...payout,
      requestId: ensureDefined(requestIds[index], 'The request of a payout'),
    })),
    status: null,
  })
  return {
    requestId: ensureDefined(requestIds[0], 'The first request'),
    isWaiting: approvalId !== undefined,
  }
}

/** Reads the cells that a response rejected. */
export function readRefusedCells(error: unknown): readonly RefusedCell[] {
  if (!(error instanceof ApiError)) return []
  return (error.problem?.errors ?? []).flatMap(({ field, message }) => {
    const [, index, name = field] = /^payouts\[(\d+)\]\.(\w+)/.exec(field) ?? []
    const column = COLUMNS.get(name)
    return column === undefined ? [] : [{ index: Number(index ?? 0), column, message }]
  })
}

const COLUMNS: ReadonlyMap<string, PayoutColumn> = new Map([
  ['recipient', 'recipient'],
  ['currency', 'currency'],
  ['network', 'currency'],
  ['amount', 'amount'],
  ['reference', 'reference'],
  ['recipientIdentifier', 'recipient_id'],
])

function toItem(payout: Payout, network: string) {
  const { recipient, currencyId: currency, amount, reference, recipientId } = payout
  return {
    recipient,
    network,
    currency,
    amount,
    ...(reference !== null && { reference }),
    ...(recipientId !== null && { recipientIdentifier: recipientId }),
  }
}
