import type { Bridge } from '../bridges/bridge.ts'
import type { MailConfig, NetworkConfig } from '../config.ts'
import { sendResets } from '../contacts/sendResets.ts'
import type { Context } from '../context.ts'
import type { IntentTracker } from '../crosschain/trackIntents.ts'
import { createOpenCheck } from '../detection/createOpenCheck.ts'
import { createPace } from '../detection/createPace.ts'
import { createRescanner } from '../detection/createRescanner.ts'
import { createNetworkWatcher } from '../detection/watchNetwork.ts'
import { recheckDomains } from '../domains/recheckDomains.ts'
import { createHolder, type Holder } from '../leases/leases.ts'
import type { MailTransport } from '../mail/openMailTransport.ts'
import { tellNotices } from '../notices/tellNotices.ts'
import type { Offramp } from '../offramps/offramp.ts'
import type { OfframpPoller } from '../offramps/pollOfframps.ts'
import { openSafeFetch } from '../outgoing/safeFetch.ts'
import { recordNoted } from '../paying/noteRejection.ts'
import type { RecurringExecutor } from '../recurring/createRecurringExecutor.ts'
import { type LoopOptions, loop, rest } from '../scheduling/loop.ts'
import { createWakeup, type Wakeup } from '../scheduling/wakeup.ts'
import type { SignedCloser } from '../signed/createSignedCloser.ts'
import { isOpenSql } from '../signed/signedRows.ts'
import { onSignedStored } from '../signed/storedSignal.ts'
import { startDeliveryWorker } from '../webhooks/startDeliveryWorker.ts'
import { cleanUp } from './cleanUp.ts'
import { continueRecurrences } from './continueRecurrences.ts'
import { createCopyMender } from './createCopyMender.ts'
import { createCopySweeper } from './createCopySweeper.ts'
import { createPriceRetry } from './createPriceRetry.ts'
import { createSweeper } from './createSweeper.ts'
import { createTimeMender } from './createTimeMender.ts'
import { restAfterJump } from './restAfterJump.ts'
import { sweepDeliveries } from './sweepDeliveries.ts'

const CLEAN_UP_INTERVAL_MS = 10 * 60_000
const RECURRENCE_INTERVAL_MS = 1_000
/** The interval of the steps that read the blocks of payments without a price again. */
const PRICES_INTERVAL_MS = 5_000
/** The interval at which the host looks for times that a clock wrote while it was ahead. */
const MEND_INTERVAL_MS = 2_000
/** The interval at which the host corrects the marks on copies of links that a host of an earlier release wrote. */
const MEND_COPIES_INTERVAL_MS = 60_000
/** The maximum delay between a payment's due time and the executor's check; the check does not wait for blocks. */
const MAX_EXECUTOR_INTERVAL_MS = 2_000
/** The maximum delay of a due domain check. */
const DOMAINS_INTERVAL_MS = 60_000
/**
 * The interval at which the host checks for contracts that were paused or charge a fee; each check makes two calls per network.
 */
const CONTRACTS_INTERVAL_MS = 10 * 60_000
/** The interval at which a host without a relayer looks for signed payments that a host with one stored. */
const CLOSER_INTERVAL_MS = 10_000
const STOP_MS = 12_000
/** The maximum delay of a due check on a payment from another chain. */
const TRACK_INTERVAL_MS = 1_000
/** The maximum delay of due reports and queries to the offramp provider. */
const OFFRAMP_INTERVAL_MS = 1_000
/** The maximum time that a notice, a password reset or a due e-mail waits for its job. */
const MAIL_INTERVAL_MS = 1_000
/** The maximum delay before an operator's rescan begins. */
const RESCAN_INTERVAL_MS = 2_000

/**
 * Starts the background work of this process's roles:
 *
 * - every role: checks of each network's contracts
 * - `watcher`: a watcher for each network, which also rescans
 * - `worker`: webhook deliveries, e-mails, recurring invoices and payouts, payments from other chains, offramps, and
 *   cleaning
 *
 * `openFetch` opens the client for webhook receivers. Disposal stops the work: the steps in progress end, deliveries in flight get 10 s,
 * and leases are released.
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
  // Every host checks the contracts, regardless of its roles, and logs the faults that it finds.
  const jobs: Job[] = [...contractJobs(context)]
  if (roles.includes('watcher')) jobs.push(...watcherJobs(context, tools))
  if (roles.includes('worker')) jobs.push(...workerJobs(context, tools))
  const worker = roles.includes('worker') ? startDeliveryWorker(context, wakeup, openFetch) : null
  const running = jobs.map((job) => loop({ ...context, signal }, job))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const stopped = Promise.all([...running, worker?.[Symbol.asyncDispose]()])
      // A step that waits for an unresponsive node is abandoned; the host repeats its uncommitted work after the next start.
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
  | 'prices'
  | 'contracts'
  | 'bridge'
  | 'offramp'
  | 'sealer'
  | 'dataSealer'
  | 'resolveTxt'
  | 'screening'
  | 'metrics'
  | 'signal'
>

/** The options of a loop, and the function that releases its lease at the end. */
type Job = LoopOptions & { release?: () => Promise<void> }

/** `wakeup` notifies the delivery loop of new events. */
type Tools = { holder: Holder; wakeup: Wakeup }

function watcherJobs(context: JobsContext, { holder, wakeup }: Tools): Job[] {
  const openCheck = createOpenCheck(context)
  return context.config.networks.flatMap((settings): Job[] => {
    const options = { holder, onEvents: wakeup.notify }
    const pace = createPace(openCheck, settings)
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

/** Checks each network's contracts; the first check runs when the host starts, but startup does not wait for it. */
function contractJobs({ config, contracts }: JobsContext): Job[] {
  if (contracts === undefined) return []
  return config.networks.map(({ network: { id } }) => ({
    name: `check contracts of ${id}`,
    intervalMs: CONTRACTS_INTERVAL_MS,
    async run() {
      await contracts.check(id)
      return { more: false }
    },
  }))
}

function deletingJobs(context: JobsContext): Job[] {
  const runs = {
    'clean up': () => cleanUp(context),
    'sweep requests': createSweeper(context).step,
    'sweep copies of links': createCopySweeper(context).step,
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
    { name: 'price payments', intervalMs: PRICES_INTERVAL_MS, run: createPriceRetry(context) },
    { name: 'mend times', intervalMs: MEND_INTERVAL_MS, run: createTimeMender(context) },
    {
      name: 'mend copies of links',
      intervalMs: MEND_COPIES_INTERVAL_MS,
      run: createCopyMender(context),
    },
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
    ...(config.mail === null ? [] : mailJobs(context, config.mail)),
    ...(context.bridge === null ? [] : [trackerJob({ ...context, bridge: context.bridge }, tools)]),
    ...(context.offramp === null
      ? []
      : [offrampJob({ ...context, offramp: context.offramp }, tools)]),
    ...config.networks.map((settings) =>
      config.relayerPrivateKey === null
        ? signedCloserJob(context, tools, settings)
        : executorJob(context, tools, settings),
    ),
  ]
}

/** Creates a loop per task, so that the failure of one does not stop the others. */
function mailJobs(context: JobsContext, settings: MailConfig): Job[] {
  let transport: MailTransport | null = null
  const intervalMs = MAIL_INTERVAL_MS
  return [
    { name: 'send password resets', intervalMs, run: () => sendResets(context) },
    {
      name: 'send receipts',
      intervalMs,
      async run() {
        const { sendReceipts } = await import('../receipts/sendReceipts.ts')
        return sendReceipts(context)
      },
    },
    { name: 'tell notices', intervalMs, run: () => tellNotices(context) },
    {
      name: 'send e-mails',
      intervalMs,
      async run(signal) {
        const { sendDueMails } = await import('../mail/sendDueMails.ts')
        if (transport === null) {
          const { openMailTransport } = await import('../mail/openMailTransport.ts')
          transport = openMailTransport(settings)
        }
        return sendDueMails({ ...context, signal }, transport)
      },
    },
  ]
}

/** Only hosts that accept payments from other chains load this job's code, on its first run. */
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

/** Only hosts with an offramp provider load this job's code, on its first run. */
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

/** Only hosts with a relayer load this job's code, on its first run. */
function executorJob(
  context: JobsContext,
  { holder, wakeup }: Tools,
  settings: NetworkConfig,
): Job {
  let executor: RecurringExecutor | null = null
  const stored = createWakeup()
  onSignedStored(context.db, settings.network.id, stored.notify)
  return {
    wakeup: stored,
    name: `execute recurring payments ${settings.network.id}`,
    intervalMs: Math.min(settings.pollIntervalMs, MAX_EXECUTOR_INTERVAL_MS),
    async run() {
      if (executor === null) {
        const { createRecurringExecutor } = await import('../recurring/createRecurringExecutor.ts')
        executor = createRecurringExecutor(context, settings, { holder, onEvents: wakeup.notify })
      }
      return executor.step()
    },
    release: async () => executor?.release(),
  }
}

/** Only hosts without a relayer that find an open signed payment load this job's code. */
function signedCloserJob(context: JobsContext, { holder }: Tools, settings: NetworkConfig): Job {
  let closer: SignedCloser | null = null
  return {
    name: `end signed payments ${settings.network.id}`,
    intervalMs: CLOSER_INTERVAL_MS,
    async run() {
      const open = await context.db.kysely
        .selectFrom('signed_payments')
        .select('id')
        .where('network', '=', settings.network.id)
        .where(isOpenSql)
        .limit(1)
        .executeTakeFirst()
      if (open === undefined) return { more: false }
      if (closer === null) {
        const { createSignedCloser } = await import('../signed/createSignedCloser.ts')
        closer = createSignedCloser(context, settings, holder)
      }
      return closer.step()
    },
    release: async () => closer?.release(),
  }
}
