import type { AgreementStatus, KycStatus, OfframpStatus } from '@secure-payment/core/offramp'

/** The English sentences for the screens about payers and their transfers to bank accounts; part of {@link en}. */
export const payers = {
  title: 'Payers of bank payouts',
  lead: 'Payers whose crypto payments go to a bank account, with the status of their checks and their accounts.',
  tabs: { label: 'Bank payouts', payers: 'Payers', offramps: 'Transfers' },
  refresh: 'Refresh',
  more: 'More payers',
  empty: 'No payer yet',
  emptyText:
    'Create a payer with the API. The identity check and the agreement follow, then a bank account.',
  toReference: 'See the API reference',
  by: (provider: string) => `Checked by ${provider}`,
  erasedName: 'Erased payer',
  mayPay: 'May pay',
  mayNotPay: 'May not pay yet',
  refused: 'May not pay',
  erased: 'Erased',
  identity: 'Identity check',
  agreement: 'Agreement',
  kyc: {
    not_started: 'Not started',
    initiated: 'Started',
    pending: 'Being checked',
    approved: 'Approved',
    rejected: 'Rejected',
    failed: 'Failed',
  } satisfies Record<KycStatus, string> as Record<KycStatus, string>,
  agreements: {
    not_started: 'Not started',
    pending: 'To be signed',
    completed: 'Signed',
    rejected: 'Declined',
    failed: 'Failed',
  } satisfies Record<AgreementStatus, string> as Record<AgreementStatus, string>,
  advice: {
    kycOpen: 'Show the payer the identity check page.',
    kycPending: 'The provider is checking. You do not need to do anything.',
    kycRejected: 'The provider has permanently rejected this payer.',
    kycFailed:
      'The check failed for a technical reason. Submit the same details again to repeat it.',
    agreementOpen: 'Show the payer the agreement page.',
    agreementRejected: 'The payer declined the agreement and may still sign it.',
    agreementFailed:
      'Signing failed for a technical reason. Show the payer the agreement page again.',
    noAccount: 'Register a bank account for this payer’s payments.',
    erased: 'The personal data and bank accounts of this payer were erased.',
  },
  accounts: 'Bank accounts',
  accountOf: (bank: string, name: string) => `${bank}, ${name}`,
  number: (last: string) => `Account ending in ${last}`,
  routing: (last: string) => `Routing number ending in ${last}`,
  rails: { local: 'Local transfer', swift: 'SWIFT', wire: 'Wire' },
  accountStatus: { pending: 'Being checked', approved: 'Approved', failed: 'Refused' },
  accountFailed: 'The bank rejected this account. Register the correct one.',
  reason: (reason: string) => `Reason: ${reason}`,
  offramps: {
    title: 'Transfers to bank accounts',
    lead: 'Payments that arrived on chain and are on their way into a bank account.',
    one: 'Transfer to a bank account',
    back: 'All transfers',
    follow: 'Follow it to the bank',
    empty: 'No payment is on its way to a bank',
    emptyText:
      'When a payer pays a crypto-to-fiat request on chain, you can follow the money here.',
    emptyOne: 'No money from this request is on its way to a bank',
    emptyOneText: 'It is not paid in full, or its money does not go to a bank account.',
    more: 'More transfers',
    noPayer: 'Waiting for a payer',
    erasedPayer: 'The payer was erased',
    steps: 'What happened',
    next: 'What to do',
    payer: 'Payer',
    account: 'Bank account',
    provider: 'Provider',
    network: 'Paid on',
    transaction: 'Transaction',
    request: 'Request ID',
    id: 'Reference',
    live: 'This page updates automatically.',
    status: {
      created: 'Confirmed on chain',
      initiated: 'Handed to the provider',
      pending_internal_assessment: 'Being assessed',
      ongoing_checks: 'Being checked',
      sending_fiat: 'Being sent to the bank',
      fiat_sent: 'Sent to the bank',
      bounced: 'Sent back by the bank',
      retry_required: 'To be sent again',
      delivered: 'Arrived in the bank account',
      failed: 'Failed',
      returned: 'Returned',
    } satisfies Record<OfframpStatus, string> as Record<OfframpStatus, string>,
    advice: {
      created: 'Nothing to do: the provider takes over in a moment.',
      initiated: 'Nothing to do: the provider has it. Banks take minutes to days.',
      pending_internal_assessment:
        'Nothing to do: the provider assesses the payment before it sends the money to the bank.',
      ongoing_checks:
        'Nothing to do: the provider checks the payment. It may ask the payer for documents.',
      sending_fiat: 'Nothing to do: the provider is sending the money to the bank.',
      fiat_sent:
        'Nothing to do: the money is with the bank. It counts as paid once it has arrived.',
      bounced:
        'Ask the payer whether the bank account is right. The provider sends the money again, or returns it.',
      retry_required:
        'Nothing to do yet: the provider sends it again. If this persists, contact the provider and quote the reference.',
      delivered: 'The money has arrived. Fulfil the order.',
      failed:
        'The money did not reach the bank. Contact the provider, quoting the reference, to settle where it goes; then request the payment again.',
      returned:
        'The bank permanently rejected this account. Contact the provider, quoting the reference, to settle where the money goes; then request the payment again with another account.',
    } satisfies Record<OfframpStatus, string> as Record<OfframpStatus, string>,
    adviceNoPayer:
      'Request the payment’s calldata again with the clientUserId and paymentDetailsId of an approved payer: the money is then sent to that account.',
  },
}
