/** A part of the sources whose tests the mutation run checks. All paths are globs from the repository root. */
export type Room = {
  name: string
  sources: readonly string[]
  /** The suites that reach the sources in this process; a suite whose hosts run in other processes reaches no mutant. */
  suites: readonly string[]
  /** Whether the sources are free of side effects: if so, the run tries surviving mutants again with freshly loaded modules. */
  isPure: boolean
}

const CORE = 'packages/core/src'

const EXECUTOR = [
  'tests/flows/{relayerRows,duePermits,executorFaults,gasDrain,payoutAttacks,payoutSurprises,payouts,recurringPayouts,recurringSchedules,relayBudgets,relayCalls,relayedPermits,permitKills}.test.ts',
  'tests/api/recurringPayouts.test.ts',
]

export const ROOMS: readonly Room[] = [
  core('amount', ['amount.ts'], ['amount.test.ts', 'money.test.ts', 'evm/**/*.test.ts']),
  core('verify', ['verify/*.ts'], ['{verify,ways,routing,tron}/**/*.test.ts']),
  core('ways', ['ways/*.ts'], ['{ways,verify,tron}/**/*.test.ts']),
  core('tron', ['tron/*.ts'], ['tron/**/*.test.ts', 'tronAddress.test.ts', 'ways/*.test.ts']),
  host('payments', [
    'tests/api/{payments,payer,recordCounts,unmatchedPayments,hugePayments}.test.ts',
    'tests/flows/{payments,paymentRows,paidInParts,reorgs,conversions,strays,sweptPayments,unmatchedOrigin,unmatchedWorth,merchantEvents,refusedPayments}.test.ts',
    'tests/flows/{cryptoToFiat,cryptoToFiatMoney,recurringPayouts,trackIntents,crosschainTracking,payoutSurprises}.test.ts',
  ]),
  host('detection', [
    'tests/flows/{cursorRows,payments,catchUp,reorgs,rescan,strays,nodes,hostileNodes,idleCalls,sweptPayments,unmatchedOrigin,unmatchedWorth,tronDetection,conversionNodes,contractFacts}.test.ts',
    'tests/faults/{forks,lyingNodes,prunedStates}.test.ts',
    'tests/flows/{shownTransfers,smartAccounts,sweep}.test.ts',
  ]),
  host('webhooks', [
    'tests/api/{webhookDeliveries,webhookManagement,unmatchedPayments}.test.ts',
    'tests/flows/{eventRows,webhookReplay,webhookSignatures,webhookTurns,webhooks,merchantEvents,hostileReceivers,paidInParts,reorgs}.test.ts',
    'tests/flows/{cryptoToFiat,recurringPayouts,offrampReports,crosschainTracking}.test.ts',
    'tests/faults/{fairness,restore,testEventFlood}.test.ts',
  ]),
  host('relayer', EXECUTOR),
  host('recurring', EXECUTOR),
]

function core(name: string, sources: readonly string[], suites: readonly string[]): Room {
  return {
    name,
    sources: sources.map((path) => `${CORE}/${path}`),
    suites: suites.map((path) => `${CORE}/${path}`),
    isPure: true,
  }
}

/** Returns a host room: the unit tests next to it run first, then suites with real hosts on SQLite. */
function host(name: string, suites: readonly string[]): Room {
  return {
    name,
    sources: [`host/src/${name}/*.ts`],
    suites: [`host/src/${name}/*.test.ts`, ...suites],
    isPure: false,
  }
}
