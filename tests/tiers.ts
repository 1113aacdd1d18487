/**
 * The two tiers of the test run. `npm test` sets `TEST_TIER=quick`: everything that guards behaviour, once. `npm run test:deep`, and tests
 * that are run by hand, have all of it. Stories carry their tier as Playwright's tag `@deep`.
 */
export const IS_QUICK: boolean = process.env['TEST_TIER'] === 'quick'

/** Suites of the deep tier alone: kills at random moments beyond `kills.test.ts`, long bursts, what compiles the contracts. */
export const DEEP_SUITES: readonly string[] = [
  'packages/devnet/src/artifacts.test.ts',
  'tests/devnet/recurringProxyInvariants.test.ts',
  'tests/flows/crosschainKills.test.ts',
  'tests/flows/executorFaults.test.ts',
  'tests/flows/offrampKills.test.ts',
  'tests/flows/permitKills.test.ts',
  'tests/flows/tronFaults.test.ts',
  'tests/flows/tronKills.test.ts',
  'tests/flows/webhookRotation.test.ts',
]

/**
 * What the quick tier repeats on PostgreSQL, by the risk that the engines differ; of the others PostgreSQL prepares the statements
 * (tests/support/prepareSql.ts). The deep tier repeats every suite.
 */
export const POSTGRES_SUITES: readonly string[] = [
  ...named('tests/api', [
    // Locks and races.
    'attemptLocks',
    'credentialsOnTwoHosts',
    'idempotency',
    'intents',
    'registration',
    'reservedRequests',
    'safeIntents',
    'watchSecurePayment',
    // Counts and bounds.
    'hugePayments',
    'passwordFlood',
    'rateLimits',
    'recordCounts',
    'unpaidBounds',
    // Pages and order.
    'payments',
    'requestList',
    'unmatchedPayments',
    'userEvents',
    'webhookDeliveries',
    // Schema, keys that must be unique, large values.
    'database',
    'elementReleases',
    'merchantDomains',
    'migrations',
    'payeeDestinations',
    // Nearly every statement of the API, with what a strict engine refuses.
    'contractFuzz',
    'oddInput',
  ]),
  ...named('tests/flows', [
    // Locks, leases and races.
    'concurrency',
    'crosschainClaims',
    'crosschainLock',
    'duePermits',
    'kills',
    'payments',
    'recurringSchedules',
    'relayBudgets',
    'rescan',
    'sharedRateLimits',
    'trackIntents',
    // Claims and order of deliveries.
    'webhookReplay',
    'webhookTurns',
    'webhooks',
    // Sums that follow the chain.
    'paidInParts',
    'reorgs',
    'simulation',
    // Search, sweeping, and the plans of statements.
    'catchUp',
    'cleanUp',
    'queryPlans',
    'search',
    'sweep',
    'sweptPayments',
  ]),
  'tests/faults/*.test.ts',
]

function named(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`)
}
