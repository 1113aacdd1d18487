import { recordNoted } from '../access/noteRejection.ts'
import type { Bridge } from '../bridges/bridge.ts'
import type { Context } from '../context.ts'
import type { IntentTracker } from '../crosschain/trackIntents.ts'
import { createOpenLook } from '../detection/createOpenLook.ts'
import { createPace } from '../detection/createPace.ts'
import { createRescanner } from '../detection/createRescanner.ts'
import { createNetworkWatcher } from '../detection/watchNetwork.ts'
import { recheckDomains } from '../domains/recheckDomains.ts'
import type { Offramp } from '../offramps/offramp.ts'
import type { OfframpPoller } from '../offramps/pollOfframps.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'
import { openSafeFetch } from '../safeFetch.ts'
import { createHolder, type Holder } from '../scheduling/leases.ts'
import { type LoopOptions, loop, rest } from '../scheduling/loop.ts'
import { createWakeup, type Wakeup } from '../scheduling/wakeup.ts'
import { startDeliveryWorker } from '../webhooks/startDeliveryWorker.ts'
import { cleanUp } from './cleanUp.ts'
import { continueRecurrences } from './continueRecurrences.ts'
import { createSweeper } from './createSweeper.ts'
import { createTimeMender } from './createTimeMender.ts'
import type { RecurringExecutor } from './executeRecurringPayments.ts'
import { restAfterJump } from './restAfterJump.ts'
import { sweepDeliveries } from './sweepDeliveries.ts'

const CLEAN_UP_INTERVAL_MS = 10 * 60_000
const RECURRENCE_INTERVAL_MS = 1_000
/** Times left by a clock that was ahead are found within this time. */
const MEND_INTERVAL_MS = 2_000
/** The longest time for which a payment is due before its executor checks; it does not wait for blocks. */
const MAX_EXECUTOR_INTERVAL_MS = 2_000
/** The longest wait of a domain whose check is due. */
const DOMAINS_INTERVAL_MS = 60_000
/**
 * The operator is warned within this time of a contract that was paused, or charges a fee; two calls per network each.
 */
const CONTRACTS_INTERVAL_MS = 10 * 60_000
const STOP_MS = 12_000
/** A payment from another chain is checked within this time, when it is due. */
const TRACK_INTERVAL_MS = 1_000
/** Due reports to the offramp provider, and due queries, are sent within this time. */
const OFFRAMP_INTERVAL_MS = 1_000
/** An operator's rescan begins within this time. */
const RESCAN_INTERVAL_MS = 2_000

/**
 * Starts the background work of this process's roles:
 *
 * - every role: a check of the contracts of each network
 * - `watcher`: a watcher for each network, which also rescans
 * - `worker`: webhook deliveries, recurring invoices and payouts, payments from other chains, offramps, and cleaning
 *
 * `openFetch` opens the client of webhook receivers. Disposing stops the work: the steps in progress end, deliveries in flight get 10 s, leases are released.
 */
export function startJobs(
  context: JobsContext,
  { openFetch = openSafeFetch }: { openFetch?: typeof openSafeFetch } = {},
): AsyncDisposable {
  const { roles } = context.config
  const stopping = new AbortController()
  const signal = AbortSignal.any([context.signal, stopping.signal])
  const wakeup = createWakeup()
  const holder = createHolder(context.random)
  const tools = { holder, wakeup }
  // Each host warns of the faults that it found.
  const jobs: Job[] = [...contractJobs(context)]
  if (roles.includes('watcher')) jobs.push(...watcherJobs(context, tools))
  if (roles.includes('worker')) jobs.push(...workerJobs(context, tools))
  const worker = roles.includes('worker') ? startDeliveryWorker(context, wakeup, openFetch) : null
  const running = jobs.map((job) => loop({ ...context, signal }, job))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const stopped = Promise.all([...running, worker?.[Symbol.asyncDispose]()])
      // A step that waits for a silent node is left behind: its uncommitted work is done again after the start.
      const given = new AbortController()
      await Promise.race([stopped.finally(() => given.abort()), rest(STOP_MS, given.signal)])
      await Promise.allSettled([recordNoted(context), ...jobs.map((job) => job.release?.())])
      holder[Symbol.dispose]()
    },
  }
}

type JobsContext = Pick<
  Context,
  | 'db'
  | 'now'
  | 'clock'
  | 'random'
  | 'log'
  | 'config'
  | 'chains'
  | 'contracts'
  | 'bridge'
  | 'offramp'
  | 'sealer'
  | 'dataSealer'
  | 'resolveTxt'
  | 'signal'
>

/** A loop, and how it gives up its lease at the end. */
type Job = LoopOptions & { release?: () => Promise<void> }

/** `wakeup` notifies the deliveries that there are events. */
type Tools = { holder: Holder; wakeup: Wakeup }

function watcherJobs(context: JobsContext, { holder, wakeup }: Tools): Job[] {
  const look = createOpenLook(context)
  return context.config.networks.flatMap((settings): Job[] => {
    const options = { holder, onEvents: wakeup.notify }
    const pace = createPace(look, settings)
    const watcher = createNetworkWatcher(context, settings, { ...options, pace })
    const rescanner = createRescanner(context, settings, options)
    const { id } = settings.network
    return [
      {
        name: `watch ${id}`,
        intervalMs: pace.tickMs,
        run: watcher.poll,
        release: watcher.release,
      },
      {
        name: `rescan ${id}`,
        intervalMs: RESCAN_INTERVAL_MS,
        run: rescanner.step,
        release: rescanner.release,
      },
    ]
  })
}

/** Looks at the contracts of each network, first at the start, which waits for no node. */
function contractJobs({ config, contracts }: JobsContext): Job[] {
  if (contracts === undefined) return []
  return config.networks.map(({ network: { id } }) => ({
    name: `look at contracts of ${id}`,
    intervalMs: CONTRACTS_INTERVAL_MS,
    async run() {
      await contracts.look(id)
      return { more: false }
    },
  }))
}

function deletingJobs(context: JobsContext): Job[] {
  const runs = {
    'clean up': () => cleanUp(context),
    'sweep requests': createSweeper(context).step,
    'sweep deliveries': () => sweepDeliveries(context),
  }
  return Object.entries(runs).map(([name, run]) => ({
    name,
    intervalMs: CLEAN_UP_INTERVAL_MS,
    run: restAfterJump(context, run),
  }))
}

function workerJobs(context: JobsContext, tools: Tools): Job[] {
  const { config } = context
  return [
    ...deletingJobs(context),
    { name: 'mend times', intervalMs: MEND_INTERVAL_MS, run: createTimeMender(context) },
    {
      name: 'continue recurrences',
      intervalMs: RECURRENCE_INTERVAL_MS,
      async run() {
        const { count } = await continueRecurrences(context)
        if (count > 0) tools.wakeup.notify()
        return { more: false }
      },
    },
    {
      name: 'recheck domains',
      intervalMs: DOMAINS_INTERVAL_MS,
      run: () => recheckDomains(context),
    },
    ...(context.bridge === null ? [] : [trackerJob({ ...context, bridge: context.bridge }, tools)]),
    ...(context.offramp === null
      ? []
      : [offrampJob({ ...context, offramp: context.offramp }, tools)]),
    ...(config.relayerPrivateKey === null
      ? []
      : config.networks.map((settings) => executorJob(context, tools, settings))),
  ]
}

/** Its code is loaded with its first run, in hosts that accept payments from other chains. */
function trackerJob(context: JobsContext & { bridge: Bridge }, { holder, wakeup }: Tools): Job {
  let tracker: IntentTracker | null = null
  return {
    name: 'track intents',
    intervalMs: TRACK_INTERVAL_MS,
    async run() {
      if (tracker === null) {
        const { createIntentTracker } = await import('../crosschain/trackIntents.ts')
        tracker = createIntentTracker(context, { holder, onEvents: wakeup.notify })
      }
      return tracker.step()
    },
    release: async () => tracker?.release(),
  }
}

/** Its code is loaded with its first run, in hosts that have an offramp provider. */
function offrampJob(context: JobsContext & { offramp: Offramp }, { holder, wakeup }: Tools): Job {
  let poller: OfframpPoller | null = null
  return {
    name: 'poll offramps',
    intervalMs: OFFRAMP_INTERVAL_MS,
    async run() {
      if (poller === null) {
        const { createOfframpPoller } = await import('../offramps/pollOfframps.ts')
        poller = createOfframpPoller(context, { holder, onEvents: wakeup.notify })
      }
      return poller.step()
    },
    release: async () => poller?.release(),
  }
}

/** Its code is loaded with its first run, in hosts that have a relayer. */
function executorJob(
  context: JobsContext,
  { holder, wakeup }: Tools,
  settings: NetworkConfig,
): Job {
  let executor: RecurringExecutor | null = null
  return {
    name: `execute recurring payments ${settings.network.id}`,
    intervalMs: Math.min(settings.pollIntervalMs, MAX_EXECUTOR_INTERVAL_MS),
    async run() {
      if (executor === null) {
        const { createRecurringExecutor } = await import('./executeRecurringPayments.ts')
        executor = createRecurringExecutor(context, settings, { holder, onEvents: wakeup.notify })
      }
      return executor.step()
    },
    release: async () => executor?.release(),
  }
}
