import { formatAmount } from '@secure-payment/core'
import type { Context } from '../context.ts'
import { openRelayer } from '../relayer/openRelayer.ts'
import type { Sample } from './openRegistry.ts'

/** Nodes are queried at most once per this time. */
const KEPT_MS = 60_000

/**
 * Creates a reader of the relayer's balance on each EVM network. A network whose nodes fail is absent until they respond. The reader returns
 * nothing if the host has no relayer.
 */
export function createBalances(
  context: Pick<Context, 'config' | 'chains'>,
  nowMs: () => number = () => performance.now(),
): () => readonly Sample[] {
  let samples: readonly Sample[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  const networks = context.config.networks.filter(({ network }) => network.family === 'evm')

  async function read(): Promise<void> {
    const relayer = await openRelayer(context.config)
    if (relayer === null) return
    const read = await Promise.allSettled(
      networks.map(async ({ network: { id, nativeCurrency } }) => {
        const { balanceUnits } = await context.chains.get(id).readAccount(relayer.address)
        const value = Number(formatAmount(balanceUnits, nativeCurrency.decimals))
        return { labels: { network: id }, value }
      }),
    )
    samples = read.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }

  return () => {
    if (nowMs() - readAtMs >= KEPT_MS) {
      readAtMs = nowMs()
      // A scrape never waits for a node: it shows the balances of the previous read.
      read().catch(() => {})
    }
    return samples
  }
}
