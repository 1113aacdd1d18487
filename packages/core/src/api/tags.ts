/** The groups of operations in the OpenAPI document, each with its description. */
export const tags = {
  'Secure payments':
    'Payment pages: one token stands for one payment or one batch. A payer loads the token, requests the transactions and reports an attempt.',
  Requests: 'Single payment requests without a payment page: create, pay, list, edit and cancel.',
  Payments:
    'Payments that the service found on chain: lists, totals, live changes, and money that matches no request.',
  Payouts: 'Payments from the merchant’s own wallet: once, in a batch, or on a schedule.',
  Refunds:
    'Refunds of received payments, the decisions about surplus money, and links that ask a payer for a refund address.',
  Payers: 'Payers of crypto-to-fiat payments, with their bank accounts and their verification.',
  Currencies: 'The currencies that the service accepts, and the routes that convert between them.',
  'Client IDs': 'Identifiers for payment pages (public) and for backends (secret).',
  'Signing in': 'Sessions for dashboards: wallets, e-mail and password, passkeys and invitations.',
  Accounts:
    'The merchant account: name, contact, members, invitations, approvals, reporting currency and audit log.',
  Passkeys: 'Passkeys and recovery codes of the member who is signed in.',
  Domains: 'Proof that the merchant controls a domain, which payers then see.',
  Branding: 'Logo, colours and texts of the merchant’s payment pages.',
  'API keys': 'Keys for servers, each with its scopes.',
  'Payee destinations':
    'Wallets that receive money, each with its network, token and owner’s signature.',
  Webhooks: 'Endpoints that receive signed events, their secrets, and the log of their deliveries.',
  Operator:
    'Calls for the operator of the host: all merchants’ unmatched payments, and rescans of blocks.',
  'Version 1': 'Calls of the older version 1, which identify a request by its payment reference.',
  Health: 'Probes for load balancers and orchestrators.',
} as const

/** The name of a group of operations. */
export type Tag = keyof typeof tags
