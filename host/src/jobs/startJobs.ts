import type { Context } from '../context.ts'
import { createRescanner } from '../detection/createRescanner.ts'
import { createNetworkWatcher } from '../detection/watchNetwork.ts'
import { createHolder } from '../scheduling/leases.ts'
import { loop, rest } from '../scheduling/loop.ts'
import { createWakeup } from '../scheduling/wakeup.ts'
import { startDeliveryWorker } from '../webhooks/startDeliveryWorker.ts'
import { cleanUp } from './cleanUp.ts'
import { continueRecurrences } from './continueRecurrences.ts'
import { createRecurringExecutor } from './executeRecurringPayments.ts'

const CLEAN_UP_INTERVAL_MS = 10 * 60_000
const RECURRENCE_INTERVAL_MS = 1_000
/** The most that a payment is due before its executor looks; blocks need not be waited for. */
const MAX_EXECUTOR_INTERVAL_MS = 2_000
const STOP_MS = 12_000
/** An operator's rescan begins within this time. */
const RESCAN_INTERVAL_MS = 2_000

/**
 * Starts the background work of this process's roles: a watcher for each network, which also rescans (`watcher`), webhook deliveries,
 * recurring invoices and payouts, and cleaning (`worker`). Disposing stops it: the steps in progress end, deliveries in flight get 10 s, leases are released.
 */
export function startJobs(
  context: Pick<
    Context,
    'db' | 'now' | 'random' | 'log' | 'config' | 'chains' | 'sealer' | 'signal'
  >,
): AsyncDisposable {
  const { config } = context
  const stopping = new AbortController()
  const signal = AbortSignal.any([context.signal, stopping.signal])
  const running: Promise<void>[] = []
  const wakeup = createWakeup()
  const holder = createHolder(context.random)
  const watchers = config.roles.includes('watcher')
    ? config.networks.map((settings) => ({
        settings,
        watcher: createNetworkWatcher(context, settings, { holder, onEvents: wakeup.notify }),
        rescanner: createRescanner(context, settings, { holder, onEvents: wakeup.notify }),
      }))
    : []
  for (const { settings, watcher, rescanner } of watchers) {
    running.push(
      loop(
        { ...context, signal },
        {
          name: `watch ${settings.network.id}`,
          intervalMs: settings.pollIntervalMs,
          run: watcher.poll,
        },
      ),
      loop(
        { ...context, signal },
        {
          name: `rescan ${settings.network.id}`,
          intervalMs: RESCAN_INTERVAL_MS,
          run: rescanner.step,
        },
      ),
    )
  }
  const executors =
    config.roles.includes('worker') && config.relayerPrivateKey !== null
      ? config.networks.map((settings) => ({
          settings,
          executor: createRecurringExecutor(context, settings, {
            holder,
            onEvents: wakeup.notify,
          }),
        }))
      : []
  for (const { settings, executor } of executors) {
    running.push(
      loop(
        { ...context, signal },
        {
          name: `execute recurring payments ${settings.network.id}`,
          intervalMs: Math.min(settings.pollIntervalMs, MAX_EXECUTOR_INTERVAL_MS),
          run: executor.step,
        },
      ),
    )
  }
  const worker = config.roles.includes('worker') ? startDeliveryWorker(context, wakeup) : null
  if (worker !== null) {
    running.push(
      loop(
        { ...context, signal },
        { name: 'clean up', intervalMs: CLEAN_UP_INTERVAL_MS, run: () => cleanUp(context) },
      ),
      loop(
        { ...context, signal },
        {
          name: 'continue recurrences',
          intervalMs: RECURRENCE_INTERVAL_MS,
          async run() {
            const { count } = await continueRecurrences(context)
            if (count > 0) wakeup.notify()
            return { more: false }
          },
        },
      ),
    )
  }
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const stopped = Promise.all([...running, worker?.[Symbol.asyncDispose]()])
      // A step that waits for a silent node is left behind: what it did not commit is done again after the start.
      const given = new AbortController()
      await Promise.race([stopped.finally(() => given.abort()), rest(STOP_MS, given.signal)])
      await Promise.allSettled([
        ...watchers.flatMap(({ watcher, rescanner }) => [watcher.release(), rescanner.release()]),
        ...executors.map(({ executor }) => executor.release()),
      ])
      holder[Symbol.dispose]()
    },
  }
}
