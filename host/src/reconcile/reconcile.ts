import type { Context } from '../context.ts'
import { createSilences, readNetworkHealth } from '../readiness/readNetworkHealth.ts'
import { readRestore, saveRestore } from '../restores/restore.ts'
import { type Candidate, type LostPayment, readLostPayments } from './readLostPayments.ts'
import { readUnreadBlocks, type UnreadBlocks } from './readUnreadBlocks.ts'

/**
 * The state after a restore. `isComplete`: at least one network is served, each is read up to its confirmed blocks, also for the payees that
 * requests have named since the restore, no payment is lost, and the operator has ended the reconciliation of the last restore.
 */
export type Reconciliation = {
  isComplete: boolean
  /** The last restore; null if the host has noted none. Times are ISO 8601. */
  restore: { at: string; endedAt: string | null } | null
  networks: readonly {
    network: string
    status: 'ok' | 'behind' | 'down'
    lagBlocks: number | null
  }[]
  unread: readonly UnreadBlocks[]
  lost: readonly LostPayment[]
}

/**
 * Compares the chain with the database: reads the progress of each served network, and lists the payments of lost requests. `ends` ends the
 * reconciliation of the last restore, unless a payment or a block is missing: the operator states that every lost request exists again.
 */
export async function reconcile(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'> & Partial<Pick<Context, 'chains'>>,
  { ends = false } = {},
): Promise<Reconciliation> {
  const networks = await readNetworkHealth(context, createSilences())
  const restore = await readRestore(context)
  const unread = restore === null ? [] : await readUnreadBlocks(context, restore)
  const lost: LostPayment[] = []
  for await (const page of readLostPayments(context)) lost.push(...page)
  const isRead =
    lost.length === 0 &&
    unread.length === 0 &&
    networks.length > 0 &&
    networks.every(({ status }) => status === 'ok')
  const endedAt = restore?.endedAt ?? (ends && isRead ? context.now().toISOString() : null)
  if (restore !== null && restore.endedAt !== endedAt) {
    await saveRestore(context.db.kysely, { ...restore, endedAt }, context.now().toISOString())
  }
  return {
    isComplete: isRead && (restore === null || endedAt !== null),
    restore: restore === null ? null : { at: restore.at, endedAt },
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
  reconciliation: Reconciliation,
  command: string,
): readonly string[] {
  const { networks, unread, lost } = reconciliation
  const none = networks.length === 0 ? [NO_NETWORK] : []
  return [
    ...none,
    ...networks.map(describeNetwork),
    ...unread.flatMap((blocks) => describeUnread(blocks, command)),
    ...lost.flatMap((payment) => describeLost(payment, command)),
    ...describeResult(reconciliation, command),
  ]
}

/** Returns the lines of the pairs that `reconcile --unique` would count. */
export function describePairs(
  payments: readonly LostPayment[],
  command: string,
): readonly string[] {
  if (payments.length === 0) return ['No payment matches exactly one request.']
  return [
    ...payments.flatMap((payment) => describeLost(payment, command)),
    'Nothing was counted. A new order can match the payment of a lost one: compare each reference, payer and time with the shop.',
    `    If every pair is right: ${command} reconcile --unique --yes`,
  ]
}

function describeResult(
  { isComplete, restore, unread, lost }: Reconciliation,
  command: string,
): readonly string[] {
  if (isComplete) return [COMPLETE]
  const total = `${lost.length} ${lost.length === 1 ? 'payment belongs' : 'payments belong'} to no request.`
  if (restore === null || restore.endedAt !== null || lost.length > 0 || unread.length > 0)
    return [total]
  return [
    total,
    `The database was restored at ${restore.at}. The host cannot find a payment to a payee that no record names.`,
    `    Once the merchants have created every lost request again: ${command} reconcile --finish`,
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

function describeUnread({ network, fromBlock, payees, isOmitted }: UnreadBlocks, command: string) {
  const named = payees.slice(0, MAX_NAMED).join(', ')
  const more = payees.length > MAX_NAMED ? ` and ${payees.length - MAX_NAMED} more` : ''
  const unnamed = `${network}: the blocks from ${fromBlock} on are not read for payees new since the restore: ${named}${more}.`
  const omitted = `${network}: the host has not stored every payment in the blocks from ${fromBlock} on.`
  return [
    ...(payees.length > 0 ? [unnamed] : []),
    ...(isOmitted ? [omitted] : []),
    `    Read them again: ${command} rescan ${network} ${fromBlock}`,
  ]
}

function describeLost(payment: LostPayment, command: string): readonly string[] {
  const { id, merchantId, requests, amount, network, txHash, payee } = payment
  const at =
    payment.blockTime === null ? `in block ${payment.blockNumber}` : `at ${payment.blockTime}`
  const from = payment.payer === null ? '' : ` from ${payment.payer}`
  const line = `${id}  ${amount}${from} to ${payee} on ${network} ${at}, transaction ${txHash}`
  if (merchantId === null) {
    return [line, `    No merchant owns it: ${command} assign-unmatched ${id} <merchant>`]
  }
  const [request, ...others] = requests
  if (request === undefined) {
    return [line, `    Merchant ${merchantId}: create the request again, then claim the payment.`]
  }
  const step = `${command} reconcile ${id} ${describeCandidate(request)}`
  return [
    line,
    `    Merchant ${merchantId}: ${step}`,
    ...others.map((other) => `        or ${describeCandidate(other)}`),
  ]
}

function describeCandidate({ id, reference, createdAt }: Candidate): string {
  const order = reference === null ? 'no reference' : `reference ${JSON.stringify(reference)}`
  return `${id}  # ${order}, created ${createdAt}`
}
