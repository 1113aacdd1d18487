import {
  boolean,
  type Check,
  InvalidResponseError,
  list,
  mapOf,
  number,
  optional,
  shape,
  text,
  webUrl,
} from '../answer.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { parsePlan } from '../plan.ts'

const MAX_ITEMS = 200
const MAX_TRANSACTIONS = 1_000

const bearer = (value: unknown) => (value === 'payee' ? 'payee' : null)

const item = shape({
  requestId: text,
  payee: text,
  amount: text,
  invoiceCurrency: optional(text),
  paymentCurrency: text,
  symbol: text,
  decimals: number,
  tokenAddress: optional(text),
  isNativeCurrency: boolean,
  paymentReference: text,
  fee: optional(
    shape({ percentage: text, amount: text, address: text, bearer, isRounded: optional(boolean) }),
  ),
  status: text,
  amountPaid: text,
  amountSpent: optional(text),
  remainingAmount: text,
  conversion: optional(
    shape({ symbol: text, decimals: number, rate: optional(text), maxRateAgeS: optional(number) }),
  ),
  quoted: optional(shape({ pricing: text, symbol: text, decimals: number })),
})

const transaction = {
  requestId: text,
  txHash: text,
  amount: text,
  confirmations: number,
  requiredConfirmations: number,
  status: (value: unknown) => (value === 'confirmed' ? 'confirmed' : 'confirming'),
  explorerUrl: webUrl,
  timestamp: optional(text),
}

const option = shape({
  balance: text,
  hasEnoughBalance: boolean,
  neededAmount: text,
  hasEnoughGas: optional(boolean),
  isSponsored: optional(boolean),
})

/** Returns the first 8 characters of an id; null if the service returns no id, or another value. */
const prefix: Check<string | null> = (value) =>
  typeof value === 'string' && /^[0-9a-f]{8}$/i.test(value) ? value.toLowerCase() : null

const metadata = shape({
  token: text,
  paymentType: (value: unknown) => (value === 'batch' ? 'batch' : 'single'),
  flow: (value: unknown) => (value === 'pay' ? 'pay' : 'get_paid'),
  status: text,
  network: text,
  reference: optional(text),
  createdAt: text,
  expiresAt: text,
  completedAt: optional(text),
  serverTime: text,
  chain: shape({
    id: text,
    name: text,
    chainId: number,
    isTestnet: boolean,
    isLocal: boolean,
    explorerUrl: webUrl,
    rpcUrl: webUrl,
    nativeCurrency: shape({ symbol: text, decimals: number }),
  }),
  items: list(item, MAX_ITEMS),
  merchant: shape({
    name: optional(text),
    logoUrl: optional(text),
    supportUrl: optional(text),
    supportEmail: optional(text),
  }),
  transactions: list(
    shape({ ...transaction, paid: optional(shape({ amount: text, symbol: text })) }),
    MAX_TRANSACTIONS,
  ),
  refunds: optional(list(shape({ ...transaction, symbol: optional(text) }), MAX_TRANSACTIONS)),
  redirectUrl: webUrl,
  redirectLabel: optional(text),
  access: optional(shape({ isAllowed: optional(boolean), isPayeeHidden: optional(boolean) })),
  branding: (value: unknown) => value,
  order: (value: unknown) => value,
  lastAttempt: optional(
    shape({
      attemptPrefix: prefix,
      phase: text,
      wallet: text,
      txHash: optional(text),
      createdAt: text,
      updatedAt: text,
      leaseUntil: text,
    }),
  ),
  paymentOptions: optional(mapOf(mapOf(option))),
})

/** Validates the response to `GET /v2/secure-payments/{token}`. Throws InvalidResponseError. */
export function parseMetadata(value: unknown): PaymentMetadata {
  const payment = metadata(value, '')
  if (payment.items.length === 0) throw new InvalidResponseError('items', 'entry')
  const requestIds = payment.items.map(({ requestId }) => requestId)
  return { ...payment, requestIds, plan: parsePlan(payment), raw: value }
}
