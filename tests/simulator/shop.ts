import type { Network } from '@secure-payment/core/networks'
import type { Row } from '../../host/src/db/schema.ts'
import type { MockBlock, MockTransaction } from '../flows/support/mockChain.ts'
import { type MockPayment, mockPaymentLogs } from '../flows/support/mockPayment.ts'
import type { Random } from '../flows/support/random.ts'
import { type AppAnswer, callApp } from './callApp.ts'
import { API_KEY, CURRENCY, PAYEES } from './simulatedConfig.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import type { SimulatedHost } from './startSimulatedHost.ts'
import type { VirtualTime } from './virtualTime.ts'

/** A world's merchants and payers: they call the API and pay on chain. */
export type Shop = {
  /**
   * Creates a request of any kind through the API; retries under one key until a host has responded.
   */
  create(): void
  /** Creates a transaction that pays known requests, correctly or not. */
  pay(): MockTransaction[]
  /** Returns a transaction's amounts for its requests, in units by request id. */
  worth(txHash: string, block: MockBlock): ReadonlyMap<string, bigint>
  /** The request ids of acknowledged create calls, by response. */
  readonly acknowledged: Map<string, Acknowledged>
  /** One sentence per response that no call may get. */
  readonly wrongAnswers: string[]
  /** Calls in progress. */
  readonly pending: ReadonlySet<Promise<void>>
  readonly counts: { payments: number; unanswered: number }
}

/** A create call that a host has acknowledged. */
type Acknowledged = { requestId: string; isRecurring: boolean }

type ShopWorld = {
  network: Network
  random: Random
  time: VirtualTime
  server: SimulatedServer
  /** Returns the running hosts. */
  hosts(): readonly SimulatedHost[]
  note(text: string): void
  /** The probability that a call is sent to two hosts at once. */
  repeatRate: () => number
}

type Part = { payment: MockPayment; worth: bigint }

const ANSWER_MS = 20_000
const RETRY_MS = 3_000
const MAX_TRIES = 400

/** Creates a shop that has no requests yet. */
export function createShop(world: ShopWorld): Shop {
  const { network, random, time, server, note } = world
  const transactions = new Map<string, readonly Part[]>()
  const acknowledged = new Map<string, Acknowledged>()
  const wrongAnswers: string[] = []
  const pending = new Set<Promise<void>>()
  const counts = { payments: 0, unanswered: 0 }
  const [usdc, , dai] = network.tokens
  if (usdc === undefined || dai === undefined) throw new Error('The network has too few tokens.')

  async function callOnce(
    host: SimulatedHost,
    key: string,
    call: Create,
  ): Promise<AppAnswer | null> {
    const headers = { 'x-api-key': API_KEY, 'idempotency-key': key }
    const answered = time.runAs(host.process, () =>
      callApp(host.app, { method: 'POST', path: call.path, headers, body: call.body }),
    )
    return Promise.race([answered, time.rest(ANSWER_MS).then(() => null)])
  }

  async function callUntilAnswered(key: string, call: Create): Promise<void> {
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const hosts = world.hosts()
      const chosen = hosts[random.integer(0, hosts.length - 1)]
      const others = random.chance(world.repeatRate())
        ? hosts.filter((host) => host !== chosen)
        : []
      const answers = await Promise.all(
        [chosen, ...others].flatMap((host) =>
          host === undefined ? [] : [callOnce(host, key, call)],
        ),
      )
      const ids = new Set<string>()
      for (const answer of answers) {
        if (answer === null) counts.unanswered += 1
        else if (answer.status === 201) ids.add(acknowledge(answer, call))
        else if (answer.status === 400 && call.isRecurring)
          return // The first day of the request has passed since then.
        else if (answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
          wrongAnswers.push(`${call.path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
          return
        }
      }
      if (ids.size > 1) wrongAnswers.push(`one key created ${[...ids].join(' and ')}`)
      if (ids.size > 0) return
      await time.rest(RETRY_MS)
    }
    wrongAnswers.push(`${call.path} was answered by no host`)
  }

  function acknowledge({ body }: AppAnswer, call: Create): string {
    const ids = Array.isArray(body['requestIds']) ? body['requestIds'] : [body['requestId']]
    for (const id of ids) {
      const requestId = String(id)
      acknowledged.set(requestId, { requestId, isRecurring: call.isRecurring })
    }
    note(`created ${ids.join(' ')}`)
    return ids.join(' ')
  }

  function choose(): Part | null {
    const rows = server.read(
      'select * from requests where recurring_payment_id is null order by created_at desc, id desc limit 6',
    ) as Row<'requests'>[]
    const [first, ...others] = rows
    if (first === undefined) return null
    const request = random.pick([first, first, ...others])
    const expected = BigInt(request.expected_units)
    const units = random.pick([expected, expected, expected / 2n, expected / 3n, expected * 2n])
    const exact = { request, from: random.hex(20), units }
    switch (random.integer(1, 12)) {
      case 1:
        return { payment: { ...exact, token: dai?.address ?? null }, worth: 0n }
      case 2:
        return { payment: { ...exact, payee: random.hex(20) }, worth: 0n }
      case 3: {
        const arrivedUnits = units - units / 100n
        return { payment: { ...exact, arrivedUnits }, worth: arrivedUnits }
      }
      case 4:
        return { payment: { ...exact, emitter: random.hex(20) }, worth: 0n }
      default:
        return { payment: exact, worth: units }
    }
  }

  return {
    acknowledged,
    wrongAnswers,
    pending,
    counts,
    create() {
      const call = chooseCreate(random, server.nowMs())
      const key = random.hex(16)
      const running = callUntilAnswered(key, call).finally(() => pending.delete(running))
      pending.add(running)
    },
    pay() {
      const parts = Array.from({ length: random.integer(1, 3) }, choose).filter(
        (part) => part !== null,
      )
      if (parts.length === 0) return []
      const hash = random.hex(32)
      transactions.set(hash, parts)
      counts.payments += parts.length
      note(`paid ${parts.map(({ payment, worth }) => `${payment.request.id}:${worth}`).join(' ')}`)
      const logs = parts.flatMap(({ payment }) => mockPaymentLogs(network, payment))
      return [{ hash, from: random.hex(20), logs }]
    },
    worth(txHash) {
      const worth = new Map<string, bigint>()
      for (const part of transactions.get(txHash) ?? []) {
        const { id } = part.payment.request
        worth.set(id, (worth.get(id) ?? 0n) + part.worth)
      }
      return worth
    },
  }
}

type Create = { path: string; body: object; isRecurring: boolean }

function chooseCreate(random: Random, nowMs: number): Create {
  const item = () => ({
    payee: random.pick(PAYEES),
    amount: `${random.integer(1, 900)}.${random.integer(10, 99)}`,
    invoiceCurrency: CURRENCY,
    paymentCurrency: CURRENCY,
  })
  const kind = random.integer(1, 10)
  if (kind <= 3) return { path: '/v2/request', body: item(), isRecurring: false }
  if (kind <= 5) {
    const startDate = new Date(nowMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const recurrence = { startDate, frequency: random.pick(['DAILY', 'WEEKLY']) }
    return { path: '/v2/request', body: { ...item(), recurrence }, isRecurring: true }
  }
  const requests = Array.from({ length: kind === 10 ? 3 : 1 }, item)
  return { path: '/v2/secure-payments', body: { requests }, isRecurring: false }
}
