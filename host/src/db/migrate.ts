import { type Migration, Migrator } from 'kysely/migration'
import { MigrationFailedError, NewerSchemaError } from './errors.ts'
import * as createTables from './migrations/0001-create-tables.ts'
import * as addSignInAndManagement from './migrations/0002-add-sign-in-and-management.ts'
import * as addRequestsInFull from './migrations/0003-add-requests-in-full.ts'
import * as addPaymentsSearch from './migrations/0004-add-payments-search.ts'
import * as addPayouts from './migrations/0005-add-payouts.ts'
import * as addCrosschain from './migrations/0006-add-crosschain.ts'
import * as addCryptoToFiat from './migrations/0007-add-crypto-to-fiat.ts'
import * as addBridgeAmounts from './migrations/0008-add-bridge-amounts.ts'
import * as addSandboxPresses from './migrations/0009-add-sandbox-presses.ts'
import * as addMerchantOptions from './migrations/0010-add-merchant-options.ts'
import * as addSafeAndPermits from './migrations/0011-add-safe-and-permits.ts'
import * as indexAges from './migrations/0012-index-ages.ts'
import * as indexPayers from './migrations/0013-index-payers.ts'
import * as repairEarlySchemas from './migrations/0014-repair-early-schemas.ts'
import * as countRevocations from './migrations/0015-count-revocations.ts'
import * as showUnmatchedPayments from './migrations/0016-show-unmatched-payments.ts'
import * as addRelayBudgets from './migrations/0017-add-relay-budgets.ts'
import * as boundUnpaidRequests from './migrations/0018-bound-unpaid-requests.ts'
import * as indexWebhookLeases from './migrations/0020-index-webhook-leases.ts'
import * as paceWatchers from './migrations/0022-pace-watchers.ts'
import * as addInvitations from './migrations/0026-add-invitations.ts'
import * as addAnyPayeeAndSupport from './migrations/0027-add-any-payee-and-support.ts'
import * as addMerchantDomains from './migrations/0028-add-merchant-domains.ts'
import * as keepReleases from './migrations/0029-keep-releases.ts'
import * as indexUnmatchedRequests from './migrations/0030-index-unmatched-requests.ts'
import * as indexPayees from './migrations/0031-index-payees.ts'
import * as weighUnmatchedPayments from './migrations/0035-weigh-unmatched-payments.ts'
import * as bindContractWallets from './migrations/0037-bind-contract-wallets.ts'
import * as addMemberTimes from './migrations/0038-add-member-times.ts'
import * as addUnmatchedPayers from './migrations/0040-add-unmatched-payers.ts'
import type { Database, Tx } from './openDatabase.ts'

/** Every migration, by the name under which a database stores it. Names sort in the order of their run. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-create-tables': createTables,
  '0002-add-sign-in-and-management': addSignInAndManagement,
  '0003-add-requests-in-full': {
    // An early 0001 left a constraint under the name that 0003 gives to an index.
    async up(db) {
      await repairEarlySchemas.dropEarlyReferenceConstraint(db)
      await addRequestsInFull.up(db)
    },
  },
  '0004-add-payments-search': addPaymentsSearch,
  '0005-add-payouts': addPayouts,
  '0006-add-crosschain': addCrosschain,
  '0007-add-crypto-to-fiat': addCryptoToFiat,
  '0008-add-bridge-amounts': addBridgeAmounts,
  '0009-add-sandbox-presses': addSandboxPresses,
  '0010-add-merchant-options': addMerchantOptions,
  '0011-add-safe-and-permits': addSafeAndPermits,
  '0012-index-ages': indexAges,
  '0013-index-payers': indexPayers,
  '0014-repair-early-schemas': repairEarlySchemas,
  '0015-count-revocations': countRevocations,
  '0016-show-unmatched-payments': showUnmatchedPayments,
  '0017-add-relay-budgets': addRelayBudgets,
  '0018-bound-unpaid-requests': boundUnpaidRequests,
  '0020-index-webhook-leases': indexWebhookLeases,
  '0022-pace-watchers': paceWatchers,
  '0026-add-invitations': addInvitations,
  '0027-add-any-payee-and-support': addAnyPayeeAndSupport,
  '0028-add-merchant-domains': addMerchantDomains,
  '0029-keep-releases': keepReleases,
  '0030-index-unmatched-requests': indexUnmatchedRequests,
  '0031-index-payees': indexPayees,
  '0035-weigh-unmatched-payments': weighUnmatchedPayments,
  '0037-bind-contract-wallets': bindContractWallets,
  '0038-add-member-times': addMemberTimes,
  '0040-add-unmatched-payers': addUnmatchedPayers,
}

/**
 * Brings the schema up to this release in one transaction, one host at a time: of any number of hosts that boot at once one migrates
 * and the others wait, and a crash leaves the old schema.
 * @throws NewerSchemaError when the database was written by a newer release
 * @throws MigrationFailedError naming the migration, with the database's own words
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  return db.exclusive(async (tx) => {
    await refuseNewerSchema(tx)
    const failures: MigrationFailedError[] = []
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => collectFailures(failures) },
      // Numbers are reserved before a migration lands: one that lands late runs late.
      allowUnorderedMigrations: true,
    })
    const { error, results } = await migrator.migrateToLatest()
    const [failure] = failures
    if (failure !== undefined) throw failure
    if (error !== undefined) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

/** The migrator ends with another statement. In a failed transaction, that statement's error would hide the cause. */
function collectFailures(failures: MigrationFailedError[]): Record<string, Migration> {
  const guarded = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      async up(db) {
        try {
          await migration.up(db)
        } catch (cause) {
          failures.push(new MigrationFailedError({ migration: name, cause }))
          throw cause
        }
      },
    },
  ])
  return Object.fromEntries(guarded)
}

async function refuseNewerSchema(tx: Tx): Promise<void> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const applied = await tx
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const unknownMigrations = applied.map((row) => row.name).filter((name) => !(name in migrations))
  if (unknownMigrations.length > 0) throw new NewerSchemaError({ unknownMigrations })
}
