import type { RefundClaimPage } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'

/** The token of {@link claimPayment}. */
export const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

const BASE = getNetwork('base')
const USDC = BASE.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''

/** A claim as its payer sees it. */
export const claim: RefundClaimPage = {
  id: '01KB6B1B2C3D4E5F6G7H8J9KAB',
  status: 'open',
  merchant: { name: 'North & Bean', supportUrl: 'https://shop.example/help', verifiedDomain: null },
  network: 'base',
  currency: 'USDC-base',
  symbol: 'USDC',
  amount: '12.5',
  paymentTxHash: `0x${'77'.repeat(32)}`,
  paidAt: '2026-11-04T10:00:00.000Z',
  recipient: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

const item = {
  requestId: `01${'ab'.repeat(32)}`,
  payee: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  amount: '12.5',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  symbol: 'USDC',
  decimals: 6,
  tokenAddress: USDC,
  isNativeCurrency: false,
  paymentReference: '0x19c2e0ab77d4f051',
  fee: null,
  status: 'paid',
  amountPaid: '12.5',
  amountSpent: '12.5',
  remainingAmount: '0',
  conversion: null,
}

/** The payment on the page where the wallet that paid signs. */
export const claimPayment = {
  token: TOKEN,
  paymentType: 'single',
  status: 'completed',
  flow: 'get_paid',
  network: 'base',
  reference: 'PO-7781',
  requestIds: [item.requestId],
  createdAt: '2026-11-04T09:00:00.000Z',
  expiresAt: '2026-11-05T09:00:00.000Z',
  completedAt: '2026-11-04T10:00:00.000Z',
  chain: { id: 'base', name: 'Base', chainId: BASE.chainId, isTestnet: false, isLocal: false },
  items: [item],
  merchant: { name: 'North & Bean', supportUrl: null, verifiedDomain: 'north-bean.example' },
  transactions: [
    { requestId: item.requestId, txHash: claim.paymentTxHash, amount: '12.5', status: 'confirmed' },
  ],
  lastAttempt: null,
}

/** The payment's members that determine whether the page requests a signature; the signed text contains no others. */
export const TEXT_PATHS: readonly (readonly (string | number)[])[] = [
  ['token'],
  ['network'],
  ['chain'],
  ['chain', 'id'],
  ['chain', 'chainId'],
  ['items'],
  ['items', 0],
  ['items', 0, 'paymentCurrency'],
  ['items', 0, 'tokenAddress'],
]
