import { printTable, type Row } from './report.ts'

/** The benches by name; each bench measures its rows and their baselines in one run. */
const benches: Record<string, () => Promise<Row[]>> = {
  codec: async () => (await import('./codec.ts')).benchCodec(),
  create: async () => (await import('./create.ts')).benchCreate(),
  payouts: async () => (await import('./payouts.ts')).benchPayouts(),
  createPostgres: async () => (await import('./createPostgres.ts')).benchCreatePostgres(),
  reads: async () => (await import('./reads.ts')).benchReads(),
  streams: async () => (await import('./streams.ts')).benchStreams(),
  credential: async () => (await import('./credential.ts')).benchCredential(),
  watcher: async () => (await import('./watcher.ts')).benchWatcher(),
  record: async () => (await import('./record.ts')).benchRecord(),
  crosschainOptions: async () => (await import('./crosschainOptions.ts')).benchCrosschainOptions(),
  deliveries: async () => (await import('./deliveries.ts')).benchDeliveries(),
  claims: async () => (await import('./claims.ts')).benchClaims(),
  hostileReceivers: async () => (await import('./hostileReceivers.ts')).benchHostileReceivers(),
  latency: async () => (await import('./latency.ts')).benchLatency(),
  sponsored: async () => (await import('./sponsored.ts')).benchSponsored(),
  search: async () => (await import('./search.ts')).benchSearch(),
  findOrder: async () => (await import('./findOrder.ts')).benchFindOrder(),
  startup: async () => (await import('./startup.ts')).benchStartup(),
  widgetSize: async () => (await import('./widgetSize.ts')).benchWidgetSize(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  payableScreen: async () => (await import('./payableScreen.ts')).benchPayableScreen(),
}

/** This bench runs separately, because it needs packages that are installed manually, and prints a different table. */
const PEERS = 'peers'

const wanted = process.argv.slice(2)
if (wanted.length === 1 && wanted[0] === PEERS) {
  await (await import('./peers/benchPeers.ts')).benchPeers()
  process.exit()
}
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `No bench named ${unknown.join(', ')}. Available benches: ${Object.keys(benches).join(', ')}, and ${PEERS} separately.`,
  )
  process.exit(2)
}

const rows: Row[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const startedAt = performance.now()
  try {
    rows.push(...(await bench()))
    console.error(`Measured ${name} in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  } catch (error) {
    // A failure does not stop the other benches, whose results are still printed.
    console.error(`Could not measure ${name}:`, error)
    process.exitCode = 1
  }
}
printTable(rows)
