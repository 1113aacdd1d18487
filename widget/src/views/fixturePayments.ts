import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'

/** The time at which the fixtures render. */
export const FIXTURE_TIME_MS = Date.parse('2026-03-02T14:05:00Z')

export const PAYEES: readonly [string, string, string] = [
  '0x4E64C2d06d19D13061e62E291b2C4e9fe5679b93',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
]
export const PROXY = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const HASH = '0x6c4f1b1e4f3e7d1f6f9c7f0e5a4f8b2d3c1a09e8d7c6b5a4938271605f4e3d2c'
export const APPROVAL_HASH = '0xa91be0c4d2f35768190abcdef1234567890abcdef1234567890abcdef1234567'
export const EXPLORER = 'https://sepolia.basescan.org'

/** One payment of 10 USDC and its fee of 0.02. */
export const singlePayment: PaymentMetadata = {
  token: '01KB4ZJ3V9T6QW8XY2NMC5D7EF',
  paymentType: 'single',
  flow: 'get_paid',
  status: 'pending',
  network: 'base-sepolia',
  reference: 'INV-2026-0142',
  requestIds: ['01e3'],
  createdAt: '2026-03-02T14:00:00Z',
  expiresAt: '2026-03-02T17:05:00Z',
  completedAt: null,
  serverTime: '2026-03-02T14:05:00Z',
  chain: {
    id: 'base-sepolia',
    name: 'Base Sepolia',
    chainId: 84532,
    isTestnet: true,
    isLocal: false,
    explorerUrl: EXPLORER,
    rpcUrl: null,
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
  },
  items: [item({})],
  plan: { way: 'direct', rail: 'evm' },
  merchant: {
    name: 'Nordlicht Coffee',
    logoUrl: null,
    supportUrl: 'https://shop.example/help',
    supportEmail: 'help@shop.example',
  },
  transactions: [],
  lastAttempt: null,
  paymentOptions: null,
}

/** Returns the payment with its fees borne by the payees. */
export function bornePayment(payment: PaymentMetadata): PaymentMetadata {
  const items = payment.items.map((one) => ({
    ...one,
    fee: one.fee && { ...one.fee, bearer: 'payee' as const },
  }))
  return { ...payment, items }
}

export const batchPayment: PaymentMetadata = {
  ...singlePayment,
  paymentType: 'batch',
  requestIds: ['01e3', '01e4', '01e5'],
  chain: { ...singlePayment.chain, id: 'base', name: 'Base', chainId: 8453, isTestnet: false },
  items: [
    item({ amount: '1250', fee: null }),
    item({ amount: '840.5', payee: PAYEES[1], requestId: '01e4', fee: null }),
    item({ amount: '12.000001', payee: PAYEES[2], requestId: '01e5' }),
  ],
  plan: { way: 'batch', rail: 'evm', isConverted: false },
}

/** A payment that can also be made from other chains. */
export const basePayment: PaymentMetadata = {
  ...singlePayment,
  network: 'base',
  chain: { ...batchPayment.chain, explorerUrl: 'https://basescan.org' },
}

export const singlePayout: PaymentMetadata = {
  ...singlePayment,
  flow: 'pay',
  reference: 'PAYOUT-2026-011',
  items: [item({ fee: null })],
}

export const batchPayout: PaymentMetadata = {
  ...batchPayment,
  flow: 'pay',
  reference: 'Payroll November',
  items: batchPayment.items.map((each) => ({ ...each, fee: null })),
}

export const paidPayment: PaymentMetadata = {
  ...singlePayment,
  status: 'completed',
  completedAt: '2026-03-02T14:04:12Z',
  items: [item({ status: 'paid', amountPaid: '10', amountSpent: '10.02', remainingAmount: '0' })],
  transactions: [seen('10')],
}

export const partPayment: PaymentMetadata = {
  ...singlePayment,
  items: [item({ amountPaid: '4', amountSpent: '4.008', remainingAmount: '6' })],
  transactions: [seen('4')],
}

/** 80 US dollars, paid in USDC at 1.0002 per dollar. */
export const dollarPayment: PaymentMetadata = {
  ...singlePayment,
  items: [
    item({
      amount: '80',
      invoiceCurrency: 'USD',
      symbol: 'USD',
      decimals: 8,
      fee: null,
      conversion: { symbol: 'USDC', decimals: 6, rate: '1.0002', maxRateAgeS: null },
    }),
  ],
  plan: { way: 'converted', rail: 'evm' },
}

export function item(change: Partial<PaymentItem>): PaymentItem {
  const amount = change.amount ?? '10'
  return {
    requestId: '01e3',
    payee: PAYEES[0],
    amount,
    invoiceCurrency: 'USDC-base-sepolia',
    paymentCurrency: 'USDC-base-sepolia',
    symbol: 'USDC',
    decimals: 6,
    tokenAddress: USDC,
    isNativeCurrency: false,
    paymentReference: '0x5f1c0d3e2b4a6978',
    fee: { percentage: '0.2', amount: '0.02', address: PAYEES[1] },
    status: 'pending',
    amountPaid: '0',
    amountSpent: '0',
    remainingAmount: amount,
    conversion: null,
    ...change,
  }
}

export function seen(amount: string): PaymentMetadata['transactions'][number] {
  return {
    requestId: '01e3',
    txHash: HASH,
    amount,
    confirmations: 10,
    requiredConfirmations: 10,
    status: 'confirmed',
    explorerUrl: `${EXPLORER}/tx/${HASH}`,
    timestamp: '2026-03-02T14:04:02Z',
  }
}
