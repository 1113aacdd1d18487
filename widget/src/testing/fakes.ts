import { parseAmount } from '@secure-payment/core'
import { type BatchFee, type Conversion, NO_BATCH_FEE } from '@secure-payment/core/evm'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { ways } from '@secure-payment/core/ways'
import type { Api, Delivery } from '../api.ts'
import { parseCalldata } from '../effects/parseCalldata.ts'
import { parts } from '../effects/parts.ts'
import { standing } from '../effects/standing.ts'
import { loadPart } from '../loadPart.ts'
import type { Fact, ServerAnswer } from '../machine/fact.ts'
import type { Loose } from '../machine/state.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import { initialState, type State } from '../machine.ts'
import type { StateName } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { createSimpleProgress, type Progress } from '../progress.ts'
import { railOf } from '../rails/railOf.ts'
import type { Limits } from '../steps/limits.ts'
import type { Session, Task } from '../steps/session.ts'
import { splitDue } from '../steps/splitDue.ts'
import type { Provider } from '../wallets/provider.ts'
import { anAccount, USDC } from './examples.ts'

/** A wallet that returns preset responses and records its requests. */
export type FakeProvider = Provider & {
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Returns the requested methods, oldest first. */
  methods(): readonly string[]
  emit(event: string, value: unknown): void
}

/** Responses by method: a function is called with the request's params, an Error is thrown, and any other value is returned. */
export type Answers = Readonly<Record<string, unknown>>

/** Creates a fake wallet. It rejects a method without a preset response with the code -32601, as a real wallet does. */
export function fakeProvider(answers: Answers = {}): FakeProvider {
  const calls: { method: string; params: readonly unknown[] }[] = []
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const listenersOf = (event: string) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known)
    return known
  }
  return {
    calls,
    methods: () => calls.map((call) => call.method),
    on: (event, listener) => listenersOf(event).add(listener),
    removeListener: (event, listener) => listenersOf(event).delete(listener),
    emit: (event, value) => {
      for (const listener of listenersOf(event)) listener(value)
    },
    async request({ method, params = [] }) {
      calls.push({ method, params })
      if (!(method in answers)) throw Object.assign(new Error(method), { code: -32601 })
      const answer: unknown = answers[method]
      const value: unknown = typeof answer === 'function' ? answer(...params) : answer
      if (value instanceof Error) throw value
      return value
    },
  }
}

/** Returns the errors that wallets throw. */
export function walletError(code: number | string, cause?: unknown): Error {
  return Object.assign(new Error('wallet', { cause }), { code })
}

/**
 * The payment for `aConvertedItem`: 80 dollars plus a fee of 0.80 are 80.81616 USDC at 1.0002; with a
 * margin of 1 %, rounded up, 81.6243216.
 */
const DOLLARS_IN_USDC: Conversion = {
  path: ['0x775eb53d00dd0acd3ec1696472105d579b9b386b', USDC],
  maxToSpendUnits: 81_624_322n,
  maxRateTimespanS: 0n,
}

/** Returns the response from a correct service to `GET …/pay`, as JSON: the plain shapes of the contract. */
export function honestCalldata(
  payment: PaymentMetadata,
  allowanceUnits: Readonly<Record<string, bigint>> | null = null,
  conversion: Partial<Conversion> = {},
  batchFee: BatchFee = NO_BATCH_FEE,
): Record<string, unknown> {
  const network: Network = getNetwork(payment.network)
  const terms = payment.items.map((item) => {
    const openUnits = parseAmount(item.remainingAmount, item.decimals)
    return {
      network: network.id,
      token: item.tokenAddress,
      payee: item.payee,
      amountUnits: splitDue(openUnits, item).amountUnits,
      paymentReference: `0x${item.paymentReference.slice(2)}` as const,
      feeUnits: splitDue(openUnits, item).feeUnits,
      feeAddress: item.fee?.address ?? null,
      conversion: item.conversion === null ? null : { ...DOLLARS_IN_USDC, ...conversion },
    }
  })
  const payer = { address: null, allowanceUnits }
  const [only] = terms
  const single = only?.conversion ? ways.converted : ways.direct
  const steps =
    only !== undefined && terms.length === 1
      ? single.steps(network, only, payer)
      : ways.batch.steps(network, terms, payer, batchFee)
  const transactions = steps.map(({ transaction: { to, data, value } }) => ({
    to,
    data,
    value: value === 0n ? 0 : `0x${value.toString(16)}`,
  }))
  const metadata = { hasEnoughBalance: true, hasEnoughGas: true }
  if (terms.length === 1) return { transactions, metadata }
  return {
    ERC20ApprovalTransactions: transactions.slice(0, -1),
    batchPaymentTransaction: transactions.at(-1),
    metadata: batchFee.bps === 0 ? metadata : { ...metadata, batchFee: claimOf(batchFee) },
  }
}

/** Returns the batch contract's fee as the service reports it. */
function claimOf({ bps }: BatchFee) {
  return { percentage: String(bps / 100), address: USDC, amounts: [] }
}

/** A service with preset responses: a test may replace `answer` and `calldataBody` while it runs. */
export type FakeApi = Api & {
  answer: ServerAnswer
  calldataBody: unknown
  readonly delivered: Delivery[]
  deliverStatus: number
}

/** Creates a fake service for a payment, correct by default. */
export function fakeApi(payment: PaymentMetadata, calldataBody?: unknown): FakeApi {
  const api: FakeApi = {
    answer: { kind: 'payment', payment },
    calldataBody: calldataBody ?? honestCalldata(payment),
    delivered: [],
    deliverStatus: 200,
    metadata: async () =>
      api.answer.kind === 'payment' ? standing(api.answer.payment) : api.answer,
    calldata: async () => ({ kind: 'calldata', calldata: parseCalldata(api.calldataBody) }),
    walletOptions: async () => ({ kind: 'wallet_options', said: { options: [] } }),
    quote: async () => ({ kind: 'quote', said: null }),
    broadcastTron: async () => null,
    permit: async () => 'refused',
    lease: async () => ({ kind: 'leased', leaseUntil: '2026-01-01T00:10:00.000Z' }),
    deliver: async (call) => {
      api.delivered.push(call)
      return { status: api.deliverStatus }
    },
  }
  return api
}

/** A session without a browser: `wait` advances its clock at once. */
export type FakeSession = Session & {
  readonly facts: Fact[]
  readonly task: Task
  readonly stored: Progress
  readonly hints: (string | null)[]
  /** The machine's verified payment: the machine accepts each payment that a step reports. */
  readonly verified: VerifiedPayment | null
  setState(patch: Partial<Loose> & { readonly name?: StateName }): void
  abort(): void
}

const NO_LIMITS: Limits = { chains: [], tokens: [], payer: null, confirmations: 0, rpcUrls: {} }

/** The members of a page from which a session creates its API; a fake session already has one. */
const UNUSED_API = {
  token: '',
  apiBase: '',
  clientId: null,
  fetch: () => Promise.reject(new Error('A fake session makes no calls.')),
  isOnline: () => true,
}

/** Creates a session with a connected account in `review`. */
export function fakeSession(options: {
  readonly api: Api
  readonly provider?: Provider | null
  readonly pinnedDestinations?: readonly string[]
  readonly limits?: Partial<Limits>
  readonly state?: Partial<Loose> & { readonly name?: StateName }
  /** Responses from the public node, by method. */
  readonly node?: Answers
}): FakeSession {
  const facts: Fact[] = []
  const hints: (string | null)[] = []
  const operation = new AbortController()
  const stored = createSimpleProgress(null)
  const node = fakeProvider(options.node ?? {})
  let now = 1_767_225_600_000
  // A test sets exactly the members that its step reads.
  let state = { ...initialState, name: 'review', account: anAccount(), ...options.state } as State
  function tell(fact: Fact): void {
    facts.push(fact)
    if ('verified' in fact) session.setState({ verified: fact.verified })
  }
  const session: FakeSession = {
    api: options.api,
    metadata: options.api.metadata,
    apiBase: 'http://localhost:8080',
    token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    tabId: 'tab',
    parts,
    rail: () => railOf(state),
    loadPart,
    pinnedDestinations: options.pinnedDestinations ?? [],
    limits: { ...NO_LIMITS, ...options.limits },
    apiOptions: { ...UNUSED_API, now: () => now },
    fetch: fetchFrom(node),
    now: () => now,
    async wait(ms, signal) {
      now += ms
      // Lets the code handle responses that have arrived.
      await new Promise((resolve) => setTimeout(resolve, 0))
      signal.throwIfAborted()
    },
    progress: async () => stored,
    state: () => state,
    lifetime: operation.signal,
    hasProgress: () => true,
    hint: (attemptId) => hints.push(attemptId),
    provider: options.provider ?? null,
    hasRefusedCalls: false,
    hasNoPermits: false,
    noSignaturesOf: null,
    get verified() {
      return state.verified
    },
    facts,
    stored,
    hints,
    setState: (patch) => {
      state = { ...state, ...patch } as State
    },
    abort: () => operation.abort(),
    get task() {
      return { session, signal: operation.signal, tell }
    },
  }
  return session
}

/** Returns a `fetch` that calls a node with these responses. */
function fetchFrom(node: Pick<FakeProvider, 'request'>): Session['fetch'] {
  return async (_, init) => {
    const call: { method: string; params: readonly unknown[] } = JSON.parse(String(init.body))
    try {
      return Response.json({ jsonrpc: '2.0', id: 1, result: await node.request(call) })
    } catch {
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } })
    }
  }
}
