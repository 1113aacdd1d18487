import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import { createLogger } from '../../host/src/log.ts'
import { createEndpoint } from '../flows/support/createRequests.ts'
import { createMockChain, type MockTransaction } from '../flows/support/mockChain.ts'
import { createRandom } from '../flows/support/random.ts'
import { createClaims } from './claims.ts'
import { createFaults } from './createFaults.ts'
import { createHosts } from './createHosts.ts'
import { createLeaseWatch } from './createLeaseWatch.ts'
import { createTrace } from './createTrace.ts'
import type { FaultKind } from './faults.ts'
import { judgeWorld } from './judgeWorld.ts'
import { createReceivers } from './receivers.ts'
import { createShop } from './shop.ts'
import { createSimulatedConfig } from './simulatedConfig.ts'
import { createSimulatedServer } from './simulatedServer.ts'
import { installVirtualTime, settlePromises } from './virtualTime.ts'
import type { WorldOptions } from './worldOptions.ts'

/** Every world's initial time. */
const START_MS = Date.UTC(2026, 0, 5)
const RECEIVERS = ['https://shop-a.example.test/hook', 'https://shop-b.example.test/hook']
/** A time longer than the pause of any job that a healed world waits for. */
const SETTLE_FLOW_MS = 1_100
/** The number of rounds after which every node has been checked twice. */
const MIN_SETTLE_ROUNDS = 6
/** The maximum number of rounds until a healed world is idle. */
const MAX_SETTLE_ROUNDS = 150
/** The window in which a claim and a watcher's poll coincide. */
const CLAIM_MS = 3_000
/** A time longer than any pause of a job, and longer than any interval until a watcher's second read. */
const SETTLE_MS = 301_000

/** Creates a world of two hosts, a database, a chain, merchants, payers and receivers. */
export async function createWorld(
  options: WorldOptions & { faults: readonly FaultKind[]; template: Buffer },
) {
  const { seed } = options
  const draw = (stream: number) => createRandom(seed * 31 + stream)
  const random = draw(1)
  const chance = draw(2)
  const time = installVirtualTime(START_MS, () => chance.unit())
  const trace = createTrace(time, options.isDetailed ?? false)
  const differences: string[] = []
  const depth = random.integer(1, 6)
  const config = createSimulatedConfig(depth)
  const [settings] = config.networks
  if (settings === undefined) throw new Error('The world has no network.')
  const chain = createMockChain(draw(3))
  const server = createSimulatedServer(options.template)
  const clock = { serverMs: START_MS }
  server.nowMs = () => clock.serverMs + time.elapsedMs()
  const receivers = createReceivers(RECEIVERS, { time, random: draw(4) })
  const log = createLogger(options.isDetailed ? 'warn' : 'silent', { write: trace.note })
  const parts = { time, server, chain, config, receivers, log, clock, trace, differences }
  const hosts = createHosts({
    ...parts,
    draw,
    startMs: START_MS,
    ...(options.wire ? { wire: options.wire } : {}),
  })
  const leases = createLeaseWatch({
    server,
    time,
    differences,
    measured: () =>
      hosts.places.flatMap(({ host }) => (host === null ? [] : [host.clock.now().getTime()])),
  })
  server.onLeases = leases.check
  server.onReset = leases.forget
  const lost = new Set<string>()
  const mempool: MockTransaction[] = []
  const shop = createShop({
    network: settings.network,
    random: draw(5),
    time,
    server,
    hosts: hosts.reachable,
    note: trace.note,
    repeatRate: () => (options.faults.includes('duplicate-answer') ? 0.1 : 0),
  })
  const claims = createClaims({
    network: settings.network,
    random: draw(7),
    time,
    server,
    hosts: hosts.reachable,
    note: trace.note,
  })
  options.wire?.server?.(server)
  /** The database one step earlier, to which a power loss reverts it. */
  let durable: Buffer | null = null
  let written: Buffer | null = null
  const faults = createFaults({
    ...parts,
    hosts,
    random: draw(6),
    kinds: options.faults,
    depth,
    mempool,
    lost,
    shop,
    claims,
    afterKill() {
      if (durable !== null) server.restore(durable)
    },
  })

  await hosts.startAll()
  const [first] = hosts.reachable()
  if (first === undefined) throw new Error('No host started.')
  for (const url of RECEIVERS) {
    const endpoint = { url, secret: '5e'.repeat(32), tenantId: BOOTSTRAP_TENANT_ID }
    await createEndpoint(first.context, endpoint)
  }

  const nowS = () => Math.floor((START_MS + time.elapsedMs()) / 1_000)

  /**
   * Claims while statements are slow, so that the claim coincides with the watcher's record of another payment for the same request.
   */
  async function claimSlowly(): Promise<void> {
    const payment = claims.claim(CLAIM_MS)
    if (payment.length === 0) return
    chain.mine(nowS(), payment)
    for (let block = 0; block < depth; block += 1) chain.mine(nowS(), [])
    hosts.refreshNodes()
    const before = hosts.places.map(({ database }) => ({ ...database }))
    for (const { database } of hosts.places) Object.assign(database, { slowRate: 0.7, slowMs: 60 })
    await time.flow(CLAIM_MS)
    for (const [index, { database }] of hosts.places.entries()) {
      const { slowRate, slowMs } = before[index] ?? { slowRate: 0, slowMs: 0 }
      Object.assign(database, { slowRate, slowMs })
    }
  }

  async function settleRound(): Promise<void> {
    await time.jump(SETTLE_MS)
    hosts.refreshNodes()
    await time.flow(SETTLE_FLOW_MS)
  }

  return {
    time,
    differences,
    trace: trace.lines,
    traceHash: trace.hash,
    async step(pauseMs: number) {
      if (options.wire?.losesCommits) {
        durable = written
        written = server.backUp()
      }
      await time.jump(pauseMs)
      await faults.step()
      leases.check()
      if (random.chance(0.35)) shop.create()
      if (random.chance(0.6)) mempool.push(...shop.pay())
      if (random.chance(0.12)) mempool.push(...claims.pay())
      if (random.chance(0.13)) await claimSlowly()
      for (let block = random.integer(0, 3); block > 0; block -= 1) {
        chain.mine(nowS(), mempool.splice(0, random.integer(0, 3)))
      }
      hosts.refreshNodes()
      await time.flow(random.chance(0.08) ? random.integer(1_000, 5_000) : random.integer(20, 300))
    },
    async settle() {
      trace.note('healed')
      await faults.heal()
      chain.mine(nowS(), mempool.splice(0))
      for (let block = 0; block <= depth; block += 1) chain.mine(nowS(), [])
      for (let round = 0; round < MAX_SETTLE_ROUNDS; round += 1) {
        await settleRound()
        if (round >= MIN_SETTLE_ROUNDS && shop.pending.size === 0 && isAtRest(server)) return
        if (round >= MIN_SETTLE_ROUNDS) await time.jump(untilNextTry(server))
      }
    },
    judge: () => [
      ...differences,
      ...(differences.length > 0
        ? []
        : judgeWorld({ server, chain, shop, claims, receivers: receivers.all, lost })),
    ],
    counts: () => ({
      ...server.counts,
      ...shop.counts,
      ...faults.counts,
      blocks: chain.blocks.length,
      requests: shop.acknowledged.size,
      events: receivers.all.reduce((sum, { received }) => sum + received.size, 0),
    }),
    async close() {
      hosts.killAll()
      await settlePromises()
      time[Symbol.dispose]()
      server.close()
    },
  }
}

type Reader = Pick<ReturnType<typeof createSimulatedServer>, 'read' | 'nowMs'>

/** Returns whether every delivery has ended and every recurring invoice is up to date. */
function isAtRest(server: Reader): boolean {
  const nowIso = new Date(server.nowMs()).toISOString()
  const [row] = server.read(
    `select (select count(*) from webhook_deliveries where status = 'pending')
       + (select count(*) from requests where next_recurrence_at <= ?) as waiting`,
    nowIso,
  )
  return row?.['waiting'] === 0
}

/** Milliseconds until a delivery's next attempt. */
function untilNextTry(server: Reader): number {
  const [row] = server.read(
    "select min(due_at) as next from webhook_deliveries where status = 'pending'",
  )
  const next = row?.['next']
  return typeof next === 'string' ? Math.max(0, Date.parse(next) - server.nowMs()) : 0
}
