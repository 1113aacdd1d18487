import type { Row } from '../../../host/src/db/schema.ts'
import { PriceUnavailableError } from '../../../host/src/prices/errors.ts'
import { issueQuote } from '../../../host/src/quotes/issueQuote.ts'
import type { Quote } from '../../../host/src/quotes/quoteRows.ts'
import { withPlan } from '../../../host/src/requests/requestPlan.ts'
import { type AcceptedHosts, mayDie, startAcceptedHosts } from './acceptedHosts.ts'
import { type AcceptedOption, createAcceptedRequest } from './acceptedRequest.ts'
import type { MockTransaction } from './mockChain.ts'
import type { TestDatabase } from './openTestDatabase.ts'
import type { Random } from './random.ts'
import { createSeededMarket, jump, type SeededMarket, type SeededSource } from './seededMarket.ts'
import type { MockWorld } from './startMockWorld.ts'

/** A payment on a final chain: the option whose payment reference it carries, its units, and its block's time. */
export type OptionPayment = {
  txHash: string
  option: AcceptedOption
  units: bigint
  timeMs: number
  /** The money is in a token other than the option's. */
  isStray: boolean
}

/** A request for a quote: the states of the sources, and the outcome. */
type QuoteCall = {
  states: readonly Pick<SeededSource, 'kind' | 'state'>[]
  timeMs: number
  outcome: Quote | 'unavailable'
}

/** All facts that decide the credit of one request's payments. */
export type AcceptedHistory = {
  request: Row<'requests'>
  options: readonly AcceptedOption[]
  /** The stored quotes of all options, including those that dead hosts stored. */
  quotes: readonly Quote[]
  calls: readonly QuoteCall[]
  payments: readonly OptionPayment[]
  market: SeededMarket
  /** The number of times that each action and fault occurred. */
  happened: Record<string, number>
}

/** The amounts due: 100 euros with 8 decimals, or 100 DAI with 18. */
const EUROS = { invoice: 'EUR', dueUnits: 100n * 10n ** 8n }
const DAI = { invoice: 'DAI-devnet-b', dueUnits: 100n * 10n ** 18n }
const ASSETS = ['USDC', 'USDT', 'DAI', 'ETH'] as const
const MAX_STEPS = 16
/** The maximum number of awaits before a host dies: about as many as a call for a quote, or a poll that records payments, has. */
const MAX_AWAITS = { quote: 30, poll: 180, retry: 180 } as const
const MAX_COMMITS = 12

/** The names of the actions, repeated by their weight in the draw. */
const DRAWN = [
  ...(['quote', 'quote', 'quoteTwice', 'pay', 'pay', 'payTogether', 'payTogether'] as const),
  ...(['stray', 'edit', 'jump', 'pause', 'pause', 'poll', 'trouble', 'trouble'] as const),
  ...(['late', 'behind', 'requote', 'calm', 'kill', 'kill', 'reorganise', 'retry'] as const),
] as const
type Action = (typeof DRAWN)[number]

/**
 * Runs one seeded history of a request that accepts five currencies on two networks. One or two payers request quotes and pay exact and
 * other amounts, in wrong tokens too, and on both networks at once. In between there are pauses beyond expiry and grace, edits, price
 * jumps, reorganisations, and false, stale, early or silent sources. Hosts die at any await. At the end, the sources are honest and every
 * job has run. The hosts take over from `continues`, and the caller disposes of them.
 */
export async function liveAcceptedHistory(
  fills: TestDatabase,
  random: Random,
  continues?: AcceptedHosts,
): Promise<{ history: AcceptedHistory; hosts: AcceptedHosts }> {
  const terms = random.pick([EUROS, DAI])
  const market = createSeededMarket(terms === EUROS)
  const hosts = await startAcceptedHosts(fills, { random, market }, continues)
  await continues?.[Symbol.asyncDispose]()
  for (const asset of ASSETS) jump(market, asset, random, hosts.worlds[0].clock.nowMs)
  for (const world of hosts.worlds) world.mine()
  await hosts.poll()
  const options = await createAcceptedRequest(hosts.worlds, terms)
  const story: Story = {
    fills,
    random,
    market,
    options,
    hosts,
    calls: [],
    sent: [],
    happened: {},
  }
  await quote(story)
  const steps = random.integer(5, MAX_STEPS)
  for (let step = 0; step < steps; step += 1) {
    const name = random.pick<Action>(DRAWN)
    count(story, name)
    await ACTIONS[name](story)
  }
  await settle(story)
  const request = await readRequest(story)
  const quotes = await readQuotes(story)
  const payments = story.hosts.worlds.flatMap((world) => paymentsOn(world, story.sent))
  const { calls, happened } = story
  return {
    history: { request, options, quotes, calls, payments, market, happened },
    hosts: story.hosts,
  }
}

/** A history in progress. */
type Story = {
  fills: TestDatabase
  random: Random
  market: SeededMarket
  options: readonly AcceptedOption[]
  hosts: AcceptedHosts
  calls: QuoteCall[]
  sent: SentPayment[]
  happened: Record<string, number>
}

type SentPayment = {
  transaction: MockTransaction
  option: AcceptedOption
  units: bigint
  isStray: boolean
}

const ACTIONS: Readonly<Record<Action, (story: Story) => unknown>> = {
  quote,
  async quoteTwice(story) {
    const option = pickOption(story)
    const before = story.calls.length
    await Promise.all([quote(story, option, 0), quote(story, option, 1)])
    const ids = story.calls.slice(before).flatMap(({ outcome }) => idOf(outcome))
    if (new Set(ids).size > 1) throw new Error(`Two concurrent callers got two quotes: ${ids}`)
  },
  pay: (story) => send(story, pickOption(story)),
  payTogether: (story) => {
    const others = story.options.slice(1)
    for (const option of [story.options[0], story.random.pick(asList(others))]) {
      if (option !== undefined) send(story, option)
    }
  },
  stray: (story) => send(story, pickOption(story), true),
  edit,
  jump({
    market,
    random,
    hosts: {
      worlds: [{ clock }],
    },
  }) {
    // A price that was read before the jump must have an earlier time.
    clock.nowMs += 1
    jump(market, random.pick(ASSETS), random, clock.nowMs)
  },
  pause: (story) => pause(story, story.random.pick([1_000, 20_000, 200_000, 600_000, 1_000_000])),
  poll: ({ hosts }) => hosts.poll(),
  async trouble(story) {
    const state = story.random.pick(['lying', 'lying', 'stale', 'ahead', 'dead'] as const)
    story.hosts.worlds[0].clock.nowMs += 1
    story.random.pick(asList(story.market.sources)).state = state
    count(story, state)
    await ACTIONS[story.random.pick(['quote', 'pay', 'late'] as const)](story)
    await story.hosts.poll()
  },
  async late(story) {
    const option = pickOption(story)
    await quote(story, option)
    await pause(story, 1_000_000)
    send(story, option)
    confirm(story)
    // A later quote for the same amount and price must not apply to the payment.
    if (story.random.chance(0.5)) {
      await pause(story, 120_000)
      await quote(story, option)
    }
  },
  async behind(story) {
    const option = pickOption(story)
    const { clock } = story.hosts.worlds[0]
    await quote(story, option)
    // Until the next quote, for the same amount, no network is watched, so the host reads the payment only afterwards.
    clock.nowMs += 1_000_000
    send(story, option)
    clock.nowMs += 120_000
    await quote(story, option)
    confirm(story)
    await story.hosts.poll()
  },
  async requote(story) {
    const option = pickOption(story)
    await quote(story, option)
    await pause(story, 301_000)
    ACTIONS.jump(story)
    await quote(story, option)
    send(story, option)
  },
  calm({
    market,
    hosts: {
      worlds: [{ clock }],
    },
  }) {
    clock.nowMs += 1
    for (const source of market.sources) source.state = 'honest'
  },
  kill,
  reorganise,
  retry: ({ hosts }) => hosts.retry(),
}

/** Requests a quote for the amount due, and records the outcome. */
async function quote(
  story: Story,
  option: AcceptedOption = pickOption(story),
  index: 0 | 1 = 0,
): Promise<void> {
  if (option.pricing === 'par') return
  const row = await readRequest(story)
  const amountUnits = BigInt(row.expected_units) - BigInt(row.paid_units)
  if (amountUnits <= 0n) return
  const { context, clock } = story.hosts.worlds[index]
  const note = (outcome: QuoteCall['outcome']) => {
    const states = story.market.sources.map(({ kind, state }) => ({ kind, state }))
    story.calls.push({ states, timeMs: clock.nowMs, outcome })
  }
  const request = withPlan({ ...option.request, expected_units: row.expected_units })
  try {
    note(await issueQuote(context, { request, amountUnits, feeUnits: 0n, percentage: null }))
  } catch (error) {
    if (!(error instanceof PriceUnavailableError)) throw error
    if (!story.hosts.fuse.isDead()) note('unavailable')
  }
}

/** Mines a payment of an option in one block of the option's network. */
function send(story: Story, option: AcceptedOption, isStray = false): void {
  const world = story.hosts.worlds[option.network]
  const units = drawUnits(story, option)
  const { token_address: token } = option.request
  const other = world.network.tokens.find(({ symbol }) => symbol === 'FAU')?.address ?? null
  const extras = isStray ? { token: token === null ? other : null } : {}
  const transaction = world.payment(option.request, units, extras)
  story.sent.push({ transaction, option, units, isStray })
  world.mine([transaction])
}

/** Advances the clock, and lets both networks' watchers run. */
async function pause({ hosts: { worlds } }: Story, ms: number): Promise<void> {
  const [first, second] = worlds
  await first.tick(ms)
  await second.tick(0)
}

/** Mines the blocks that confirm all payments so far. */
function confirm({ hosts }: Story): void {
  for (const world of hosts.worlds) for (let block = 0; block < 3; block += 1) world.mine()
}

/** Changes the amount of a request without payments, as a merchant's `PATCH` does. */
async function edit({ fills, random, options }: Story): Promise<void> {
  const [own] = options
  if (own === undefined) return
  const percent = BigInt(random.pick([50, 80, 150, 200]))
  const units = (BigInt(own.request.expected_units) * percent) / 100n
  await fills.db.kysely
    .updateTable('requests')
    .set({ expected_units: units.toString() })
    .where('id', '=', own.request.id)
    .where('paid_units', '=', '0')
    .execute()
}

/** Kills the host at a random await of an action, and starts its successor. */
async function kill(story: Story): Promise<void> {
  const { random, hosts } = story
  const victim = random.pick(['quote', 'poll', 'poll', 'poll', 'retry'] as const)
  if (victim === 'poll') {
    send(story, pickOption(story))
    confirm(story)
  }
  if (random.chance(0.5)) hosts.fuse.light(random.integer(0, MAX_AWAITS[victim]), 'await')
  else hosts.fuse.light(random.integer(0, MAX_COMMITS), 'commit')
  await mayDie(async () => {
    await ACTIONS[victim](story)
    await hosts.poll()
  })
  if (hosts.fuse.isDead()) count(story, 'died')
  story.hosts = await startAcceptedHosts(story.fills, story, hosts)
  await hosts[Symbol.asyncDispose]()
}

async function reorganise({ hosts, random, sent }: Story): Promise<void> {
  const world = random.pick(hosts.worlds)
  const depth = Math.min(random.integer(1, 4), world.blocks.length - 3)
  if (depth < 1) return
  world.drop(0, depth)
  world.unite(0)
  // Some of the dropped payments are mined again, in later blocks.
  const kept = new Set(hosts.worlds.flatMap(hashesOn))
  for (const { transaction, option } of sent) {
    const isDropped = !kept.has(transaction.hash) && hosts.worlds[option.network] === world
    if (isDropped && random.chance(0.7)) world.mine([transaction])
  }
  for (let block = 0; block <= depth; block += 1) world.mine()
  for (let time = 0; time < 4; time += 1) await hosts.poll()
}

/** Makes the sources honest again, and lets the host finish its work. */
async function settle({ hosts, market }: Story): Promise<void> {
  for (const source of market.sources) source.state = 'honest'
  for (const world of hosts.worlds) for (let block = 0; block < 4; block += 1) world.mine()
  for (let time = 0; time < 5; time += 1) await hosts.poll()
  await hosts.worlds[0].tick(61_000)
  await hosts.retry()
}

/** Draws an amount: that of one of the option's quotes, a third of it, one unit more or less, or an unrelated one. */
function drawUnits(
  { random, calls }: Story,
  { currency, decimals, asset }: AcceptedOption,
): bigint {
  const quotes = calls.flatMap(({ outcome }) =>
    outcome !== 'unavailable' && outcome.payment_currency === currency ? [outcome] : [],
  )
  const [first, ...others] = quotes
  if (first === undefined || random.chance(0.2)) {
    const whole = BigInt(random.integer(1, asset === 'ETH' ? 70_000 : 150_000_000))
    return whole * 10n ** BigInt(Math.max(0, decimals - 6))
  }
  const units = BigInt(random.pick([first, ...others]).payment_units)
  return random.pick([units, units, units / 3n + 1n, units - 1n, units + 1n])
}

function pickOption({ random, options }: Story): AcceptedOption {
  return random.pick(asList(options))
}

function readRequest({ fills, options: [own] }: Story): Promise<Row<'requests'>> {
  return fills.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', own?.request.id ?? '')
    .executeTakeFirstOrThrow()
}

function readQuotes({ fills, options: [own] }: Story): Promise<Quote[]> {
  return fills.db.kysely
    .selectFrom('quotes')
    .selectAll()
    .where('request_id', '=', own?.request.id ?? '')
    .execute()
}

function paymentsOn(world: MockWorld, sent: readonly SentPayment[]): OptionPayment[] {
  const known = new Map(sent.map((payment) => [payment.transaction.hash, payment]))
  return world.blocks.flatMap(({ timestampS, transactions }) =>
    transactions.flatMap(({ hash }) => {
      const payment = known.get(hash)
      if (payment === undefined) return []
      const { option, units, isStray } = payment
      return [{ txHash: hash, option, units, isStray, timeMs: Number(timestampS) * 1_000 }]
    }),
  )
}

function hashesOn({ blocks }: MockWorld): string[] {
  return blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
}

function idOf(outcome: QuoteCall['outcome']): readonly string[] {
  return outcome === 'unavailable' ? [] : [outcome.id]
}

function count({ happened }: Pick<Story, 'happened'>, name: string): void {
  happened[name] = (happened[name] ?? 0) + 1
}

function asList<T>([first, ...others]: readonly T[]): readonly [T, ...T[]] {
  if (first === undefined) throw new Error('There is nothing to pick.')
  return [first, ...others]
}
