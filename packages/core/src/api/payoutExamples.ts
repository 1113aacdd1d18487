import { paymentReferenceExample, requestIdExample } from './requestExamples.ts'

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SECOND_PAYEE = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const FEE_ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const SECOND_REQUEST_ID = '01019f3c6da2b1a7c0924be85d3f1690c2e0ab77d4f0514f2b91aa77c02e5b9c5b'
const TX_HASH = '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'
const SIGNATURE = `0x${'4f2b91aa77c02e5b9c5a19f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0511'.repeat(2)}1b`

/** The contract in a recurring payout's permit. */
const RECURRING_PROXY = '0xD9c3889eB8da6cE449bFFD3cd194D08A436e96f2'

const NO_COINS = { type: 'BigNumber', hex: '0x00' } as const

/** The id of the recurring payout in the examples. */
const recurringPayoutIdExample = '01KB60A1B2C3D4E5F6G7H8J9KA'

/** The body for a single payout. */
export const singlePayoutBodyExample = {
  payee: PAYEE,
  amount: '1250',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-base',
  feePercentage: '0.5',
  feeAddress: FEE_ADDRESS,
  payerWallet: PAYER,
  reference: 'PAY-2026-11',
} as const

/** A payout of 10 USDC each month for a year, from one payer. */
export const recurringPayoutBodyExample = {
  payee: PAYEE,
  amount: '10',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  recurrence: {
    startDate: '2026-12-01',
    frequency: 'MONTHLY',
    totalPayments: 12,
    payer: PAYER,
  },
  reference: 'SUB-118',
} as const

/** Calldata for a single payout that needs an approval. */
export const singlePayoutExample = {
  requestId: requestIdExample,
  paymentReference: paymentReferenceExample,
  transactions: [
    {
      to: USDC_BASE,
      data: '0x095ea7b30000000000000000000000005ecc0000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000bebc20',
      value: NO_COINS,
      chainId: 8453,
    },
    {
      to: '0x5eCc000000000000000000000000000000000004',
      data: '0x3af2c012',
      value: NO_COINS,
      chainId: 8453,
    },
  ],
  metadata: {
    stepsRequired: 2,
    needsApproval: true,
    approvalTransactionIndex: 0,
    paymentTransactionIndex: 1,
    hasEnoughBalance: true,
    hasEnoughGas: true,
    platformFee: { percentage: '0.5', address: FEE_ADDRESS },
  },
} as const

/**
 * The values of the permit in the examples. `periodSeconds` is the shortest average month of the twelve from 2026-12-01, so no payment is
 * due on the calendar before the contract allows it.
 */
const PERMIT_VALUES = {
  subscriber: PAYER,
  token: USDC_BASE,
  recipient: PAYEE,
  feeAddress: '0x0000000000000000000000000000000000000000',
  amount: '10000000',
  feeAmount: '0',
  relayerFee: '0',
  periodSeconds: 2_592_000,
  firstPayment: 1_796_083_200,
  totalPayments: 12,
  nonce: '0x7d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a19f3c6da2b07',
  deadline: 1_832_803_200,
  strictOrder: true,
} as const

/** A recurring payout that waits for the payer's signature. */
export const recurringPayoutExample = {
  id: recurringPayoutIdExample,
  requestId: requestIdExample,
  transactions: [
    {
      to: USDC_BASE,
      data: '0x095ea7b3000000000000000000000000d9c3889eb8da6ce449bffd3cd194d08a436e96f20000000000000000000000000000000000000000000000000000000007270e00',
      value: '0x0',
      chainId: 8453,
    },
  ],
  recurringPaymentPermit: {
    domain: {
      name: 'ERC20RecurringPaymentProxy',
      version: '1',
      chainId: 8453,
      verifyingContract: RECURRING_PROXY,
    },
    types: {
      SchedulePermit: [
        { name: 'subscriber', type: 'address' },
        { name: 'token', type: 'address' },
        { name: 'recipient', type: 'address' },
        { name: 'feeAddress', type: 'address' },
        { name: 'amount', type: 'uint128' },
        { name: 'feeAmount', type: 'uint128' },
        { name: 'relayerFee', type: 'uint128' },
        { name: 'periodSeconds', type: 'uint32' },
        { name: 'firstPayment', type: 'uint32' },
        { name: 'totalPayments', type: 'uint8' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'strictOrder', type: 'bool' },
      ],
    },
    values: PERMIT_VALUES,
    primaryType: 'SchedulePermit',
    message: PERMIT_VALUES,
  },
  metadata: {
    stepsRequired: 2,
    totalNeededAllowance: '120000000',
    currentAllowance: '0',
    additionalAllowanceNeeded: '120000000',
    existingPaymentsAmount: '0',
  },
} as const

/** The recurring payout after its payer signed. The payer signed another payout before, and one approval covers both. */
export const recurringPayoutActivatedExample = {
  id: recurringPayoutIdExample,
  status: 'active',
  message: 'Recurring payment activated successfully',
  metadata: {
    totalNeededAllowance: '180000000',
    currentAllowance: '120000000',
    additionalAllowanceNeeded: '60000000',
    existingPaymentsAmount: '60000000',
  },
  transactions: [
    {
      to: USDC_BASE,
      data: '0x095ea7b3000000000000000000000000d9c3889eb8da6ce449bffd3cd194d08a436e96f2000000000000000000000000000000000000000000000000000000000aba9500',
      value: '0x0',
      chainId: 8453,
    },
  ],
} as const

/** The body for a batch of two items. */
export const payoutBatchBodyExample = {
  requests: [
    {
      payee: PAYEE,
      amount: '12.5',
      invoiceCurrency: 'USDC-base',
      paymentCurrency: 'USDC-base',
    },
    { payee: SECOND_PAYEE, amount: '30', invoiceCurrency: 'USD', paymentCurrency: 'USDC-base' },
  ],
  payer: PAYER,
} as const

/** The body for a batch of existing requests. */
export const payoutBatchOfRequestsBodyExample = {
  requestIds: [requestIdExample, SECOND_REQUEST_ID],
  payer: PAYER,
} as const

/** Calldata for a batch that needs an approval. */
export const payoutBatchExample = {
  ERC20ApprovalTransactions: [{ to: USDC_BASE, data: '0x095ea7b3', value: 0, chainId: 8453 }],
  batchPaymentTransaction: {
    to: '0x5ECc000000000000000000000000000000000006',
    data: '0xf0fa379f',
    value: NO_COINS,
    chainId: 8453,
  },
  requestIds: [requestIdExample, SECOND_REQUEST_ID],
  metadata: { hasEnoughBalance: true, hasEnoughGas: true },
} as const

/** The body with the payer's signature. */
export const permitSignatureExample = SIGNATURE

/** A recurring payout with one payment made. */
export const recurringPayoutRecordExample = {
  id: recurringPayoutIdExample,
  status: 'active',
  processedPayments: 1,
  totalPayments: 12,
  lastPaymentDate: '2026-12-01T00:00:12.000Z',
  nextPaymentDate: '2027-01-01T00:00:00.000Z',
  requests: [{ requestId: requestIdExample, paymentReference: paymentReferenceExample }],
  payments: [
    {
      id: '01KB52A1B2C3D4E5F6G7H8J9KA',
      amount: '10',
      timestamp: '2026-12-01T00:00:12.000Z',
      txHash: TX_HASH,
    },
  ],
  payer: PAYER,
  payee: PAYEE,
  frequency: 'MONTHLY',
  amount: '10',
  network: 'base',
  paymentCurrency: 'USDC-base',
  reference: 'SUB-118',
  startDate: '2026-12-01',
  createdAt: '2026-11-21T09:30:00.000Z',
} as const

/** The recurring payout after three failed attempts at its second payment. */
export const pausedRecurringPayoutExample = {
  ...recurringPayoutRecordExample,
  status: 'paused',
  nextPaymentDate: null,
  failureCount: 3,
  failureReason: 'insufficient_allowance',
} as const

/** The recurring payout before its payer signed. */
export const pendingRecurringPayoutExample = {
  ...recurringPayoutRecordExample,
  status: 'pending',
  processedPayments: 0,
  lastPaymentDate: null,
  nextPaymentDate: null,
  payments: [],
  recurringPaymentPermit: recurringPayoutExample.recurringPaymentPermit,
  transactions: recurringPayoutExample.transactions,
} as const

/** The cancelled payout, with the transactions that lower the allowance and revoke the permit. */
export const recurringPayoutCancelledExample = {
  id: recurringPayoutIdExample,
  status: 'cancelled',
  transactions: [
    {
      to: USDC_BASE,
      data: '0x095ea7b3000000000000000000000000d9c3889eb8da6ce449bffd3cd194d08a436e96f20000000000000000000000000000000000000000000000000000000000000000',
      value: '0x0',
      chainId: 8453,
    },
  ],
  metadata: {
    remainingPayments: 11,
    remainingAmount: '110',
    remainingPaymentsAmount: '110',
    processedPayments: 1,
    totalPayments: 12,
  },
} as const

/** The cancelled payout as a read returns it, before its payer sends these transactions. */
export const cancelledRecurringPayoutExample = {
  ...recurringPayoutRecordExample,
  status: 'cancelled',
  nextPaymentDate: null,
  transactions: recurringPayoutCancelledExample.transactions,
} as const

/** The payout after `unpause`: missed payments are due immediately. */
export const recurringPayoutUnpausedExample = {
  id: recurringPayoutIdExample,
  status: 'active',
  metadata: {
    processedPayments: 1,
    totalPayments: 12,
    nextPaymentDate: '2027-01-01T00:00:00.000Z',
  },
} as const

/** The body for a payout link with one payout. */
export const payoutLinkBodyExample = {
  recipient: PAYEE,
  network: 'base',
  currency: 'USDC-base',
  amount: '250',
  reference: 'PAYOUT-2026-001',
  recipientIdentifier: 'recipient-acme',
} as const

/** The body for a payout link with two payouts. */
export const payoutLinkBatchBodyExample = {
  payouts: [
    { recipient: PAYEE, network: 'base', currency: 'USDC-base', amount: '250' },
    {
      recipient: SECOND_PAYEE,
      network: 'base',
      currency: 'USDC-base',
      amount: '99.5',
      reference: 'PAYOUT-2026-002',
      recipientIdentifier: 'recipient-ana',
    },
  ],
  reference: 'PAYROLL-2026-11',
} as const
