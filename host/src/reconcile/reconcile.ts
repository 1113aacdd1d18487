import type { Context } from '../context.ts'
import { createSilences, readNetworkHealth } from '../readiness/readNetworkHealth.ts'
import { type LostPayment, readLostPayments } from './readLostPayments.ts'

/** The state after a restore. `isComplete`: at least one network is served, each is read up to its confirmed blocks, and no payment is lost. */
export type Reconciliation = {
  isComplete: boolean
  networks: readonly {
    network: string
    status: 'ok' | 'behind' | 'down'
    lagBlocks: number | null
  }[]
  lost: readonly LostPayment[]
}

/** Compares the chain with the database: reads the progress of each served network, and lists the payments of lost requests. */
export async function reconcile(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): Promise<Reconciliation> {
  const networks = await readNetworkHealth(context, createSilences())
  const lost: LostPayment[] = []
  for await (const page of readLostPayments(context)) lost.push(...page)
  return {
    isComplete:
      lost.length === 0 && networks.length > 0 && networks.every(({ status }) => status === 'ok'),
    networks: networks.map(({ network, status, lagBlocks }) => ({ network, status, lagBlocks })),
    lost,
  }
}

const NO_NETWORK = 'The settings serve no network, so no payment can be found. Set PAY_NETWORKS.'

/** Returns the lines that the command `reconcile` prints. */
export function describeReconciliation(
  { isComplete, networks, lost }: Reconciliation,
  command: string,
): readonly string[] {
  const total = `${lost.length} ${lost.length === 1 ? 'payment belongs' : 'payments belong'} to no request.`
  const none = networks.length === 0 ? [NO_NETWORK] : []
  return [
    ...none,
    ...networks.map(describeNetwork),
    ...lost.flatMap((payment) => describeLost(payment, command)),
    isComplete ? 'Every payment on the recorded blocks counts towards a request.' : total,
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
