import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../http/listenLocally.ts'
import { createCallbacks, type SentCallback } from './createCallbacks.ts'
import { createOfframpRecords, type OfframpRecord } from './offrampRecords.ts'
import {
  changeSwitches,
  DEFAULT_OFFRAMP_SWITCHES,
  type OfframpSwitches,
  type OfframpSwitchesChange,
} from './offrampSwitches.ts'
import { type OfframpState, type RecordedCall, serveOfframp } from './serveOfframp.ts'

/** A stand-in for an offramp provider with an HTTP API: it checks payers and accounts by scripts, and moves no money. */
export type OfframpProvider = AsyncDisposable & {
  /** Base URL of the API, for `PAY_OFFRAMP_HTTP_URL`. */
  url: string
  /** The secret with which both sides sign their messages, for `PAY_OFFRAMP_HTTP_SECRET`. */
  secret: string
  /** GET returns the switches. PUT changes the given members. */
  switchesUrl: string
  switches(): OfframpSwitches
  setSwitches(change: OfframpSwitchesChange): OfframpSwitches
  /** Reports every record's next step and sends the due callbacks; resolves when their responses have arrived. */
  step(): Promise<void>
  /** Returns the API's calls, oldest first. */
  requests(): readonly RecordedCall[]
  callbacks(): readonly SentCallback[]
  records(): readonly OfframpRecord[]
}

/** Options for a provider. */
export type OfframpOptions = {
  /** The URL of the callbacks, read before each callback; by default none are sent. */
  callbackUrl?: () => string | null
  /** A random secret by default. */
  secret?: string
  /** A free port by default. */
  port?: number
  /** The initial switches. */
  switches?: OfframpSwitchesChange
  /** Returns milliseconds since 1970; the system clock by default. */
  now?: () => number
  /** Called when a step fails; the next step still runs. */
  onProblem?: (error: unknown) => void
}

/** The interval at which the provider reads the switches while steps are manual. */
const IDLE_MS = 50
const SECRET_BYTES = 32

/** Starts a provider. Disposing the result stops the provider and closes pending requests. Throws StartError when the port is in use. */
export async function startOfframp(options: OfframpOptions = {}): Promise<OfframpProvider> {
  await using stack = new AsyncDisposableStack()
  const now = options.now ?? Date.now
  const secret = options.secret ?? randomBytes(SECRET_BYTES).toString('hex')
  const state: OfframpState = {
    origin: '',
    secret,
    now,
    switches: changeSwitches(DEFAULT_OFFRAMP_SWITCHES, options.switches ?? {}),
    records: createOfframpRecords({ now }),
    callbacks: createCallbacks({
      url: options.callbackUrl ?? (() => null),
      secret,
      now,
      switches: () => state.switches,
    }),
    requests: [],
    seen: new Set(),
  }
  const server = stack.use(
    await listenLocally({
      what: 'The offramp provider',
      port: options.port,
      handle: (request, response) => serveOfframp(state, request, response),
    }),
  )
  state.origin = server.origin
  const step = serialize(() => takeStep(state))
  stack.use(startSteps(state, step, options.onProblem ?? (() => {})))
  const resources = stack.move()

  return {
    url: `${server.origin}/v1`,
    secret,
    switchesUrl: `${server.origin}/switches`,
    switches: () => state.switches,
    setSwitches: (change) => {
      state.switches = changeSwitches(state.switches, change)
      return state.switches
    },
    step,
    requests: () => state.requests,
    callbacks: state.callbacks.sent,
    records: state.records.list,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function takeStep({ records, callbacks }: OfframpState): Promise<void> {
  for (const record of records.list()) {
    const next = record.script.shift()
    if (next !== undefined) callbacks.add(record, [records.report(record, next)])
  }
  await callbacks.flush()
}

/** Runs the calls one at a time, so that reports arrive in order. */
function serialize(run: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(run, run)
    return last
  }
}

function startSteps(
  state: OfframpState,
  step: () => Promise<void>,
  onProblem: (error: unknown) => void,
): AsyncDisposable {
  const stopped = new AbortController()
  const { signal } = stopped
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const { stepMs } = state.switches
      await sleep(stepMs || IDLE_MS, null, { signal, ref: false }).catch(() => {})
      if (!signal.aborted && stepMs > 0) await step().catch(onProblem)
    }
  }
  const ended = run()
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await ended
    },
  }
}
