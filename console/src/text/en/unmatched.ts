/** The English sentences for the unmatched payments screen; part of {@link en}. */
export const unmatched = {
  title: 'Unmatched payments',
  lead: 'Money on chain that matches none of your requests: it has the wrong token, the wrong network or an unknown reference.',
  refresh: 'Refresh',
  search: 'Find a payment',
  searchHint: 'A hash, a request ID, a payment reference or your own reference.',
  find: 'Search',
  clear: 'Clear the search',
  scope: 'Show',
  scopes: { notable: 'Notable', all: 'All, including dust' },
  scopeHint:
    'Dust is worth less than $0.10, is in a token that this service does not list, or went to a wallet that is not yours. A search always finds dust.',
  empty: 'Nothing is unmatched',
  emptyText: 'Payments that match no request appear here, with the reason.',
  emptySearch: 'No unmatched payment found',
  emptySearchText: 'Payments that count towards a request are not listed here. Check your entry.',
  more: 'More payments',
  unlisted: 'Unlisted token',
  worth: (amount: string) => `Worth ${amount}`,
  dust: 'Dust',
  claimed: 'Counted towards a request',
  transaction: (hash: string) => `Transaction ${hash}`,
  from: 'Sent by',
  to: 'Arrived at',
  paymentReference: 'Payment reference',
  token: 'Token contract',
  units: 'Base units',
  request: 'Request',
  claimedFor: 'Counted towards',
  reference: (reference: string) => `Your reference: ${reference}`,
  claim: 'Count towards a request',
  claimTitle: (amount: string) => `Count ${amount} towards a request`,
  claimText:
    'After the database was restored from a backup, create the lost request again and enter its ID. Payee, token, fee and amount must match the payment exactly, and the request must be unpaid. The service reads the payment from the chain again.',
  requestId: 'Request ID',
  requestIdHint: '66 letters and digits, beginning with 01.',
  requestIdInvalid: 'Enter a request ID: 66 letters and digits, beginning with 01.',
  claimConfirm: 'Count it',
  claimDone: 'The payment counts towards the request now.',
  reasons: {
    unknown_reference: {
      label: 'Unknown reference',
      text: 'No request has its reference. A restore may have lost the request: create it again, then count the payment towards it.',
    },
    wrong_token: {
      label: 'Other token',
      text: 'The payer sent a different token than the request requires. Agree on a refund or an exchange with the payer.',
    },
    wrong_network: {
      label: 'Other network',
      text: 'The payer paid on a different network than the request requires. Agree on a refund with the payer.',
    },
    wrong_payee: {
      label: 'Other payee',
      text: 'The money went to a different wallet than the request names. Check whether that wallet is yours.',
    },
    wrong_contract: {
      label: 'Other contract',
      text: 'The payment went through a different contract than the request requires. Settle it with the payer.',
    },
    nothing_arrived: {
      label: 'Nothing arrived',
      text: 'The payment’s event reports an amount, but no money reached the payee. Do not fulfil the order.',
    },
    request_swept: {
      label: 'Request deleted',
      text: 'The request was unpaid for a long time and was deleted. Agree with the payer on a refund or on the order.',
    },
    no_rate: {
      label: 'No rate',
      text: 'The chain had no rate for the payment’s currencies. Settle it with the payer.',
    },
    rate_too_old: {
      label: 'Rate too old',
      text: 'The payment’s rate was older than the request allows. Settle it with the payer.',
    },
    worth_nothing: {
      label: 'Worth nothing',
      text: 'The amount rounds to zero in the request’s currency.',
    },
    receipt_unreadable: {
      label: 'Receipt unavailable',
      text: 'None of this service’s nodes returned the receipt. The operator can rescan the block.',
    },
    rate_unreadable: {
      label: 'Rate unavailable',
      text: 'None of this service’s nodes returned the payment’s rate. The operator can rescan the block.',
    },
  },
  otherReason: (reason: string) => ({
    label: 'Does not match',
    text: `It does not match the request (${reason}). Settle it with the payer.`,
  }),
}
