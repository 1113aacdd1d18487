import type { Api, Output } from '@secure-payment/core/api'

/** The API's responses, by the names that the console uses. */
export type Session = Output<Api['auth']['session']>
export type Challenge = Output<Api['auth']['challenge']>
export type Currency = Extract<Output<Api['currencies']['list']>, readonly unknown[]>[number]
export type PayeeDestination = NonNullable<Output<Api['payeeDestinations']['get']>>
export type ClientIdRecord = Output<Api['sessionClientIds']['list']>[number]
export type ApiKeyRecord = Output<Api['apiKeys']['list']>[number]
export type WebhookRecord = Output<Api['webhooks']['list']>[number]
type DeliveryPage = Output<Api['webhooks']['deliveries']>
export type DeliveryRecord = DeliveryPage['deliveries'][number]
export type DeliveryDetail = Output<Api['webhooks']['delivery']>
export type CreatedPayment = Output<Api['securePayments']['create']>
export type SecurePaymentSummary = Output<Api['securePayments']['list']>
export type SecurePaymentState = Output<Api['securePayments']['get']>
export type ScheduleRecord = Output<Api['payouts']['get']>
export type RecurringPayoutCreated = Extract<
  Output<Api['payouts']['create']>,
  { recurringPaymentPermit: unknown }
>
export type ScheduleCancelled = Extract<Output<Api['payouts']['update']>, { status: 'cancelled' }>
export type TenantRecord = Output<Api['tenant']['get']>
export type DomainRecord = Output<Api['domains']['list']>[number]
export type InvitationRecord = Output<Api['invitations']['list']>[number]
export type MemberRecord = Output<Api['members']['list']>[number]
export type BrandingRecord = Output<Api['branding']['get']>
type PayerPage = Output<Api['payerRecords']['listPayers']>
export type PayerRecord = PayerPage['payers'][number]
type OfframpPage = Output<Api['payerRecords']['listOfframps']>
type UnmatchedPage = Output<Api['unmatchedPayments']['list']>
export type UnmatchedRecord = UnmatchedPage['unmatchedPayments'][number]
export type OfframpRecord = OfframpPage['offramps'][number]
