import type { Context } from '../context.ts'
import { createSilences, readNetworkHealth } from '../readiness/readNetworkHealth.ts'
import { type LostPayment, readLostPayments } from './readLostPayments.ts'
import { readUnreadPayees, type UnreadPayees } from './readUnreadPayees.ts'

/**
 * The state after a restore. `isComplete`: at least one network is served, each is read up to its confirmed blocks, also for the payees that
 * requests have named since the restore, and no payment is lost.
 */
export type Reconciliation = {
  isComplete: boolean
  networks: readonly {
    network: string
    status: 'ok' | 'behind' | 'down'
    lagBlocks: number | null
  }[]
  unread: readonly UnreadPayees[]
  lost: readonly LostPayment[]
}

/** Compares the chain with the database: reads the progress of each served network, and lists the payments of lost requests. */
export async function reconcile(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): Promise<Reconciliation> {
  const networks = await readNetworkHealth(context, createSilences())
  const unread = await readUnreadPayees(context)
  const lost: LostPayment[] = []
  for await (const page of readLostPayments(context)) lost.push(...page)
  return {
    isComplete:
      lost.length === 0 &&
      unread.length === 0 &&
      networks.length > 0 &&
      networks.every(({ status }) => status === 'ok'),
    networks: networks.map(({ network, status, lagBlocks }) => ({ network, status, lagBlocks })),
    unread,
    lost,
  }
}

const COMPLETE =
  'Every payment on the recorded blocks to a payee in the database counts towards a request.'
const NO_NETWORK = 'The settings serve no network, so no payment can be found. Set PAY_NETWORKS.'

/** Returns the lines that the command `reconcile` prints. */
export function describeReconciliation(
  { isComplete, networks, unread, lost }: Reconciliation,
  command: string,
): readonly string[] {
  const total = `${lost.length} ${lost.length === 1 ? 'payment belongs' : 'payments belong'} to no request.`
  const none = networks.length === 0 ? [NO_NETWORK] : []
  return [
    ...none,
    ...networks.map(describeNetwork),
    ...unread.flatMap((payees) => describeUnread(payees, command)),
    ...lost.flatMap((payment) => describeLost(payment, command)),
    isComplete ? COMPLETE : total,
  ]
}

function describeNetwork({
  network,
  status,
  lagBlocks,
}: Reconciliation['networks'][number]): string {
  if (status === 'ok') return `${network}: read up to the confirmed blocks.`
  if (status === 'down')
    return `${network}: no host has read a block lately. Start a host with the role watcher.`
  return `${network}: ${lagBlocks} blocks behind. Wait, then run this command again.`
}

/** The maximum number of payees that a line names. */
const MAX_NAMED = 5

function describeUnread({ network, fromBlock, payees }: UnreadPayees, command: string) {
  const named = payees.slice(0, MAX_NAMED).join(', ')
  const more = payees.length > MAX_NAMED ? ` and ${payees.length - MAX_NAMED} more` : ''
  return [
    `${network}: the blocks from ${fromBlock} on are not read for payees new since the restore: ${named}${more}.`,
    `    Read them again: ${command} rescan ${network} ${fromBlock}`,
  ]
}

function describeLost(payment: LostPayment, command: string): readonly string[] {
  const { id, merchantId, requestIds, amount, network, txHash, payee } = payment
  const line = `${id}  ${amount} to ${payee} on ${network}, transaction ${txHash}`
  if (merchantId === null) {
    return [line, `    No merchant owns it: ${command} assign-unmatched ${id} <merchant>`]
  }
  const [requestId] = requestIds
  if (requestId === undefined) {
    return [line, `    Merchant ${merchantId}: create the request again, then claim the payment.`]
  }
  const more = requestIds.length > 1 ? ` (or ${requestIds.slice(1).join(', ')})` : ''
  return [line, `    Merchant ${merchantId}: ${command} reconcile ${id} ${requestId}${more}`]
}
