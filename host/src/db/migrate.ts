import { findCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
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
import * as indexSecurePayments from './migrations/0041-index-secure-payments.ts'
import * as addRoles from './migrations/0043-add-roles.ts'
import * as addMails from './migrations/0045-add-mails.ts'
import * as addOrders from './migrations/0047-add-orders.ts'
import * as addCancellations from './migrations/0048-add-cancellations.ts'
import * as addContacts from './migrations/0049-add-contacts.ts'
import * as addNotices from './migrations/0050-add-notices.ts'
import * as addAuditLog from './migrations/0051-add-audit-log.ts'
import * as addKeyCreators from './migrations/0052-add-key-creators.ts'
import * as addPaymentTotals from './migrations/0057-add-payment-totals.ts'
import * as indexPaymentAmounts from './migrations/0058-index-payment-amounts.ts'
import * as addPasskeys from './migrations/0059-add-passkeys.ts'
import * as addApprovals from './migrations/0060-add-approvals.ts'
import * as indexChanges from './migrations/0061-index-changes.ts'
import * as countRevisions from './migrations/0062-count-revisions.ts'
import * as bindInvitations from './migrations/0063-bind-invitations.ts'
import * as addBackendClientIds from './migrations/0065-add-backend-client-ids.ts'
import * as addReusableLinks from './migrations/0066-add-reusable-links.ts'
import * as addReportingCurrencies from './migrations/0067-add-reporting-currencies.ts'
import * as addDecisionReasons from './migrations/0068-add-decision-reasons.ts'
import * as addActivity from './migrations/0069-add-activity.ts'
import * as addRefunds from './migrations/0070-add-refunds.ts'
import * as indexListedRequests from './migrations/0071-index-listed-requests.ts'
import * as holdExceedingRefunds from './migrations/0072-hold-exceeding-refunds.ts'
import * as refundUnmatchedPayments from './migrations/0073-refund-unmatched-payments.ts'
import * as indexRefundCandidates from './migrations/0074-index-refund-candidates.ts'
import * as addRefundClaims from './migrations/0076-add-refund-claims.ts'
import * as indexUnpaidCopies from './migrations/0078-index-unpaid-copies.ts'
import * as keepSurplus from './migrations/0080-keep-surplus.ts'
import * as indexLateParts from './migrations/0081-index-late-parts.ts'
import * as indexEvents from './migrations/0082-index-events.ts'
import * as addSupportEmailAndFont from './migrations/0083-add-support-email-and-font.ts'
import * as addReceiptMails from './migrations/0084-add-receipt-mails.ts'
import * as addQuotes from './migrations/0085-add-quotes.ts'
import * as addRequestOptions from './migrations/0086-add-request-options.ts'
import * as addWebhookCompatibility from './migrations/0088-add-webhook-compatibility.ts'
import * as addCombinedPayouts from './migrations/0089-add-combined-payouts.ts'
import * as addDestinationPolicies from './migrations/0092-add-destination-policies.ts'
import * as addScreenings from './migrations/0093-add-screenings.ts'
import * as addFeeBearers from './migrations/0094-add-fee-bearers.ts'
import * as addUsedNonces from './migrations/0095-add-used-nonces.ts'
import * as indexCombinedPayouts from './migrations/0096-index-combined-payouts.ts'
import * as addSignedPayments from './migrations/0097-add-signed-payments.ts'
import * as addRoundedFees from './migrations/0098-add-rounded-fees.ts'
import * as trackLeftDestinations from './migrations/0100-track-left-destinations.ts'
import * as stateNeeds from './migrations/0102-state-needs.ts'
import * as keepPayersCosts from './migrations/0104-keep-payers-costs.ts'
import type { Database } from './openDatabase.ts'
import { type MigrationOptions, runMigrations } from './runMigrations.ts'
import type { SchemaChanges } from './schemaChange.ts'

/** Every migration, by its stored name. Pending migrations run in the order of their names. */
export const migrations = {
  '0001-create-tables': createTables,
  '0002-add-sign-in-and-management': addSignInAndManagement,
  '0003-add-requests-in-full': {
    // An early edition of 0001 left a constraint under the name that 0003 gives to an index.
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
  '0041-index-secure-payments': indexSecurePayments,
  '0043-add-roles': addRoles,
  '0045-add-mails': addMails,
  '0047-add-orders': addOrders,
  '0048-add-cancellations': addCancellations,
  '0049-add-contacts': addContacts,
  '0050-add-notices': addNotices,
  '0051-add-audit-log': addAuditLog,
  '0052-add-key-creators': addKeyCreators,
  '0057-add-payment-totals': addPaymentTotals,
  '0058-index-payment-amounts': {
    // A migration may import only code that cannot change, and a currency's decimals never change.
    up: (db) => indexPaymentAmounts.up(db, decimalsOf),
  },
  '0059-add-passkeys': addPasskeys,
  '0060-add-approvals': addApprovals,
  '0061-index-changes': indexChanges,
  '0062-count-revisions': countRevisions,
  '0063-bind-invitations': bindInvitations,
  '0065-add-backend-client-ids': addBackendClientIds,
  '0066-add-reusable-links': addReusableLinks,
  '0067-add-reporting-currencies': addReportingCurrencies,
  '0068-add-decision-reasons': addDecisionReasons,
  '0069-add-activity': addActivity,
  '0070-add-refunds': addRefunds,
  '0071-index-listed-requests': indexListedRequests,
  '0072-hold-exceeding-refunds': holdExceedingRefunds,
  '0073-refund-unmatched-payments': refundUnmatchedPayments,
  '0074-index-refund-candidates': indexRefundCandidates,
  '0076-add-refund-claims': addRefundClaims,
  '0078-index-unpaid-copies': indexUnpaidCopies,
  '0080-keep-surplus': keepSurplus,
  '0081-index-late-parts': indexLateParts,
  '0082-index-events': indexEvents,
  '0083-add-support-email-and-font': addSupportEmailAndFont,
  '0084-add-receipt-mails': addReceiptMails,
  '0085-add-quotes': addQuotes,
  '0086-add-request-options': addRequestOptions,
  '0088-add-webhook-compatibility': addWebhookCompatibility,
  '0089-add-combined-payouts': addCombinedPayouts,
  '0092-add-destination-policies': addDestinationPolicies,
  '0093-add-screenings': addScreenings,
  '0094-add-fee-bearers': addFeeBearers,
  '0095-add-used-nonces': addUsedNonces,
  '0096-index-combined-payouts': indexCombinedPayouts,
  '0097-add-signed-payments': addSignedPayments,
  '0098-add-rounded-fees': addRoundedFees,
  '0100-track-left-destinations': trackLeftDestinations,
  '0102-state-needs': stateNeeds,
  '0104-keep-payers-costs': keepPayersCosts,
} satisfies SchemaChanges

/** Returns the decimals of a currency in the catalogue; null for an unknown currency. */
export function decimalsOf(id: string): indexPaymentAmounts.Decimals | null {
  const found = findCurrency(id)
  if (found === undefined) return null
  return { own: found.currency.decimals, price: conversionDecimals(found.currency) }
}

/**
 * Migrates the schema to this release. If several hosts start at once, one migrates and the others wait.
 * @throws NewerSchemaError if the schema needs a newer release
 * @throws MigrationFailedError, which names the migration, with the database's message
 */
export function migrate(db: Database, options?: MigrationOptions): Promise<readonly string[]> {
  return runMigrations(db, migrations, options)
}
