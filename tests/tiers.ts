/**
 * The two tiers of test runs. `npm test` sets `TEST_TIER=quick` and runs everything that guards behaviour, once. `npm run test:deep`,
 * and tests that are run by hand, include every suite. Stories in the deep tier have Playwright's tag `@deep`.
 */
export const IS_QUICK: boolean = process.env['TEST_TIER'] === 'quick'

/**
 * Suites for the deep tier only: kills at random moments in addition to `kills.test.ts`, long bursts, and compilations of the contracts.
 */
export const DEEP_SUITES: readonly string[] = [
  'packages/devnet/src/artifacts.test.ts',
  'scripts/firstPayment.test.ts',
  'scripts/packagesInUse.test.ts',
  'scripts/publish.test.ts',
  'scripts/viemCopies.test.ts',
  'tests/devnet/cliSimulate.test.ts',
  'tests/devnet/recurringProxyInvariants.test.ts',
  'tests/api/generatedClients.test.ts',
  'tests/faults/alerts.test.ts',
  'tests/faults/pgbouncer.test.ts',
  'tests/faults/rollingUpgrade.test.ts',
  'tests/faults/postgresArchive.test.ts',
  'tests/faults/replica.test.ts',
  'tests/flows/crosschainKills.test.ts',
  'tests/flows/executorFaults.test.ts',
  'tests/flows/fiatPairs.test.ts',
  'tests/flows/offrampKills.test.ts',
  'tests/flows/permitKills.test.ts',
  'tests/flows/refundKills.test.ts',
  'tests/flows/tronFaults.test.ts',
  'tests/flows/tronFiatPairs.test.ts',
  'tests/flows/tronKills.test.ts',
  'tests/flows/webhookRotation.test.ts',
]

/**
 * The tag of tests in `POSTGRES_SUITES` whose claims are not about locks, counts, pages or races. The quick tier runs these tests only
 * on SQLite, and PostgreSQL prepares their statements. The deep tier runs them on both.
 */
export const ANY_ENGINE = 'any-engine'

/**
 * Suites that the quick tier repeats on PostgreSQL, because the engines may differ there. For the other suites, PostgreSQL only prepares
 * the statements (tests/support/prepareSql.ts). The deep tier repeats every suite.
 */
export const POSTGRES_SUITES: readonly string[] = [
  ...named('tests/api', [
    // Locks and races.
    'attemptLocks',
    'quotes',
    'lockOrders',
    'approvals',
    'auditLog',
    'cancelRaces',
    'editRaces',
    'passkeyAttacks',
    'refundAttacks',
    'refundClaims',
    'refundRaces',
    'refunds',
    'refundCandidates',
    'keptSurpluses',
    'refundLinks',
    'combinedPayouts',
    'credentialsOnTwoHosts',
    'contact',
    'idempotency',
    'intents',
    'mail',
    'receiptMails',
    'memberRoles',
    'registration',
    'boundInvitations',
    'reservedRequests',
    'reusableLinks',
    'reusablePage',
    'reusableRaces',
    'reusableAbuse',
    'safeIntents',
    'watchPayments',
    'watchSecurePayment',
    // Counts and bounds.
    'hugePayments',
    'rateLimits',
    'recordCounts',
    'unpaidBounds',
    // Pages and order.
    'activity',
    'paymentTotals',
    'payments',
    'reportingCurrency',
    'requestList',
    'unmatchedPayments',
    'userEvents',
    'webhookDeliveries',
    'webhookEvents',
    // Suites about the schema, unique keys and large values.
    'database',
    'elementReleases',
    'merchantDomains',
    'migrations',
    'payeeDestinations',
    'signedDestinations',
    // These suites run nearly every statement of the API, with values that a strict engine rejects.
    'contractFuzz',
    'oddInput',
  ]),
  ...named('tests/flows', [
    // Suites about locks, leases and races.
    'concurrency',
    'crosschainClaims',
    'notices',
    'duePermits',
    'kills',
    'payments',
    'recurringSchedules',
    'relayBudgets',
    'signedPaymentKills',
    'rescan',
    'sharedRateLimits',
    'trackIntents',
    // Suites about delivery claims and delivery order.
    'webhookCompatibility',
    'webhookReplay',
    'webhookTurns',
    'webhooks',
    // Suites about sums that are computed from payments on the chain.
    'acceptedCurrencies',
    'acceptedHistories',
    'paidInParts',
    'quotedHistories',
    'quotedPayments',
    'valueQuoted',
    'refundChaos',
    'refundDust',
    'refundPage',
    'refundReorgs',
    'refunds',
    'reorgs',
    'reusableLinks',
    'simulation',
    'unmatchedRefunds',
    // Suites about the search, the sweep of old rows, and statement plans.
    'catchUp',
    'cleanUp',
    'checkSetup',
    'queryPlans',
    'search',
    'sweep',
    'sweptPayments',
  ]),
  ...named('tests/faults', [
    'clocks',
    'expectedLocks',
    'fairness',
    'forks',
    'frozenPostgres',
    'lostCommit',
    'lyingNodes',
    'onlineMigrations',
    'postgresRestarts',
    'prunedStates',
    'readiness',
    'restore',
    'restoreSeries',
    'shutdown',
    'sqliteLock',
    'testEventFlood',
    'upgrade',
  ]),
]

/**
 * Suites that the quick tier runs only on PostgreSQL. PostgreSQL is the stricter engine, so generated input finds more errors there. Only
 * on PostgreSQL can the senders of several hosts claim at the same time. The deep tier runs these suites on both.
 */
export const STRICTER_SUITES: readonly string[] = [
  ...named('tests/api', ['contractFuzz']),
  ...named('tests/faults', ['fairness']),
]

function named(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`)
}
