/** A part of the sources whose tests are put to the proof. All paths are globs from the root of the repository. */
export type Room = {
  name: string
  sources: readonly string[]
  /** Suites that may reach the sources, in this process; a suite whose hosts run in other processes proves nothing here. */
  suites: readonly string[]
  /** Without side effects: mutants that survive are tried once more with freshly loaded modules. */
  isPure: boolean
}

const CORE = 'packages/core/src'

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
  host('relayer', [
    'tests/flows/{relayerRows,duePermits,executorFaults,gasDrain,payoutAttacks,payoutSurprises,payouts,recurringPayouts,recurringSchedules,relayBudgets,relayCalls,relayedPermits,permitKills}.test.ts',
    'tests/api/recurringPayouts.test.ts',
  ]),
]

function core(name: string, sources: readonly string[], suites: readonly string[]): Room {
  return {
    name,
    sources: sources.map((path) => `${CORE}/${path}`),
    suites: suites.map((path) => `${CORE}/${path}`),
    isPure: true,
  }
}

/** The unit tests next to a part of the host run first, then suites with real hosts on SQLite. */
function host(name: string, suites: readonly string[]): Room {
  return {
    name,
    sources: [`host/src/${name}/*.ts`],
    suites: [`host/src/${name}/*.test.ts`, ...suites],
    isPure: false,
  }
}
