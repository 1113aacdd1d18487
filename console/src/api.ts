import type { Api, Call, Output } from '@secure-payment/core/api'

/** The API's responses, by the names that the console uses. */
export type Session = Output<Api['auth']['session']>
export type Challenge = Output<Api['auth']['challenge']>
export type Currency = Extract<Output<Api['currencies']['list']>, readonly unknown[]>[number]
export type PayeeDestination = NonNullable<Output<Api['payeeDestinations']['get']>>
/** The data that both wallets of a destination's move sign. */
export type WalletChangeData = Extract<
  Output<Api['payeeDestinations']['signingData']>,
  { primaryType: 'PayeeDestinationWalletChange' }
>
export type ClientIdRecord = Output<Api['sessionClientIds']['list']>[number]
/** A new client ID, with its secret if it is for a server. */
export type CreatedClientId = Output<Api['sessionClientIds']['create']>
export type ApiKeyRecord = Output<Api['apiKeys']['list']>[number]
export type WebhookRecord = Output<Api['webhooks']['list']>[number]
type DeliveryPage = Output<Api['webhooks']['deliveries']>
export type DeliveryRecord = DeliveryPage['deliveries'][number]
export type DeliveryDetail = Output<Api['webhooks']['delivery']>
export type CreatedPayment = Output<Api['securePayments']['create']>
export type SecurePaymentSummary = Exclude<
  Output<Api['securePayments']['list']>,
  { securePayments: unknown }
>
export type StoredPolicy = NonNullable<SecurePaymentSummary['accessPolicy']>
/** The amounts and fees of a payment in US dollars. */
export type FeePlan = Output<Api['securePayments']['previewFees']>
type LinkPage = Extract<Output<Api['securePayments']['list']>, { securePayments: unknown }>
export type ListedLink = LinkPage['securePayments'][number]
export type SecurePaymentState = Output<Api['securePayments']['get']>
export type ScheduleRecord = Output<Api['payouts']['get']>
export type RecurringPayoutCreated = Extract<
  Output<Api['payouts']['create']>,
  { recurringPaymentPermit: unknown }
>
export type ApprovalRecord = Output<Api['approvals']['list']>['approvals'][number]
export type WaitingPayout = Extract<
  Output<Api['payouts']['create']>,
  { status: 'awaiting_approval' }
>
export type ScheduleCancelled = Extract<Output<Api['payouts']['update']>, { status: 'cancelled' }>
export type ReportingCurrencyState = Output<Api['reportingCurrency']['get']>
export type TenantRecord = Output<Api['tenant']['get']>
export type DomainRecord = Output<Api['domains']['list']>[number]
export type InvitationRecord = Output<Api['invitations']['list']>[number]
/** An invitation as its guest sees it before the sign-in. */
export type ReceivedInvitation = Output<Api['invitations']['read']>
export type ContactRecord = Output<Api['contact']['get']>
export type PasskeyList = Output<Api['passkeys']['list']>
export type PasskeyRecord = PasskeyList['passkeys'][number]
export type PasskeyCreation = Output<Api['passkeys']['start']>
export type PasskeyRequest = Output<Api['passkeys']['startSignIn']>
export type NewCredential = Call<Api['passkeys']['add']>['body']['credential']
export type PasskeyProof = Call<Api['passkeys']['signIn']>['body']
export type AuditEntry = Output<Api['auditLog']['list']>['entries'][number]
export type MemberRecord = Output<Api['members']['list']>[number]
export type BrandingRecord = Output<Api['branding']['get']>
type PayerPage = Output<Api['payerRecords']['listPayers']>
export type PayerRecord = PayerPage['payers'][number]
type OfframpPage = Output<Api['payerRecords']['listOfframps']>
type UnmatchedPage = Output<Api['unmatchedPayments']['list']>
export type UnmatchedRecord = UnmatchedPage['unmatchedPayments'][number]
export type OfframpRecord = OfframpPage['offramps'][number]
export type RefundRecord = Output<Api['refunds']['list']>['refunds'][number]
export type RefundClaimRecord = Output<Api['refundClaims']['list']>['refundClaims'][number]
export type RefundCandidate = Output<Api['refunds']['candidates']>['candidates'][number]
export type PaymentTotals = Output<Api['payments']['totals']>
type ReceivedPage = Output<Api['payments']['search']>
export type ReceivedPayment = ReceivedPage['payments'][number]
type RequestPage = Output<Api['requests']['list']>
export type RequestDetail = Output<Api['requests']['get']>
export type RequestRecord = RequestPage['requests'][number]
