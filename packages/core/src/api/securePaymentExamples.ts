const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SECOND_PAYEE = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const REQUEST_ID = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'
const SECOND_REQUEST_ID = '01019f3c6da2b1a7c0924be85d3f1690c2e0ab77d4f0514f2b91aa77c02e5b9c5b'
const TX_HASH = '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'

const BASE = {
  id: 'base',
  name: 'Base',
  chainId: 8453,
  isTestnet: false,
  isLocal: false,
  explorerUrl: 'https://basescan.org',
  rpcUrl: 'https://mainnet.base.org',
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
}

const FIRST_ITEM = {
  requestId: REQUEST_ID,
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  symbol: 'USDC',
  decimals: 6,
  tokenAddress: USDC_BASE,
  isNativeCurrency: false,
  paymentReference: '0x7d1e0a92c4b85f36',
  fee: null,
  status: 'processing',
  amountPaid: '0',
  amountSpent: '0',
  remainingAmount: '12.5',
  conversion: null,
}

const COMMON = {
  token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  status: 'pending',
  flow: 'get_paid',
  network: 'base',
  reference: 'PO-7781',
  createdAt: '2026-11-02T08:10:00.000Z',
  expiresAt: '2026-11-09T08:10:00.000Z',
  completedAt: null,
  chain: BASE,
  merchant: {
    name: 'Ana’s Teas',
    logoUrl: null,
    supportUrl: 'https://shop.example.test/help',
    supportEmail: 'help@shop.example.test',
    termsUrl: 'https://shop.example.test/terms',
    privacyUrl: null,
    verifiedDomain: 'shop.example.test',
  },
  receiptUrl: 'https://pay.example.test/receipts/01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  redirectUrl: 'https://shop.example.test/thank-you',
  redirectLabel: 'Back to the shop',
  branding: {
    id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
    primaryActionColor: '#0f6b4f',
    termsPath: 'https://shop.example.test/terms',
    displayRequestBranding: false,
  },
  isPayeeAddressMasked: false,
  access: { isRestricted: false, isAllowed: null, isPayeeHidden: false },
  serverTime: '2026-11-02T08:15:04.000Z',
}

/** A single payment whose transaction waits for confirmations. */
export const singleExample = {
  paymentType: 'single',
  ...COMMON,
  requestIds: [REQUEST_ID],
  payee: PAYEE,
  amount: '12.5',
  paymentCurrency: 'USDC-base',
  isNativeCurrency: false,
  destination: null,
  items: [FIRST_ITEM],
  transactions: [
    {
      requestId: REQUEST_ID,
      txHash: TX_HASH,
      amount: '12.5',
      confirmations: 4,
      requiredConfirmations: 10,
      status: 'confirming',
      explorerUrl: `https://basescan.org/tx/${TX_HASH}`,
      timestamp: '2026-11-02T08:15:00.000Z',
    },
  ],
  feePlan: null,
  lastAttempt: {
    attemptPrefix: '6b0f0f5e',
    phase: 'broadcast',
    wallet: '0x15d3…6A65',
    txHash: TX_HASH,
    createdAt: '2026-11-02T08:14:30.000Z',
    updatedAt: '2026-11-02T08:14:58.000Z',
    leaseUntil: '2026-11-02T09:14:58.000Z',
    isLive: true,
  },
} as const

/** A payment for 80 US dollars in USDC that no payer has begun. */
export const convertedExample = {
  ...singleExample,
  amount: '80.016',
  items: [
    {
      ...FIRST_ITEM,
      amount: '80',
      invoiceCurrency: 'USD',
      symbol: 'USD',
      decimals: 8,
      status: 'created',
      remainingAmount: '80',
      conversion: {
        symbol: 'USDC',
        decimals: 6,
        rate: '1.0002',
        estimatedAmount: '80.016',
        maxToSpend: '80.81616',
        maxRateAgeS: null,
      },
    },
  ],
  transactions: [],
  feePlan: null,
  lastAttempt: null,
} as const

/** A batch of two items, as returned for a `wallet`. */
export const batchExample = {
  paymentType: 'batch',
  ...COMMON,
  requestIds: [REQUEST_ID, SECOND_REQUEST_ID],
  payees: [PAYEE, SECOND_PAYEE],
  amounts: ['12.5', '30'],
  paymentCurrencies: ['USDC-base', 'USDC-base'],
  isNativeCurrency: [false, false],
  destinations: [null, null],
  items: [
    { ...FIRST_ITEM, status: 'created' },
    {
      ...FIRST_ITEM,
      requestId: SECOND_REQUEST_ID,
      payee: SECOND_PAYEE,
      amount: '30',
      paymentReference: '0x19c2e0ab77d4f051',
      fee: {
        percentage: '1',
        amount: '0.3',
        address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      },
      status: 'created',
      remainingAmount: '30',
    },
  ],
  transactions: [],
  feePlan: null,
  lastAttempt: null,
  paymentOptions: {
    BASE: {
      USDC: { balance: '100', hasEnoughBalance: true, neededAmount: '42.8', hasEnoughGas: true },
    },
  },
}

/** Calldata for a single payment that needs an approval. */
export const payExample = {
  transactions: [
    {
      to: USDC_BASE,
      data: '0x095ea7b30000000000000000000000005ecc0000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000bebc20',
      value: 0,
    },
    { to: '0x5EcC000000000000000000000000000000000001', data: '0xc219a14d', value: 0 },
  ],
  metadata: {
    stepsRequired: 2,
    needsApproval: true,
    approvalTransactionIndex: 0,
    paymentTransactionIndex: 1,
    hasEnoughBalance: true,
    hasEnoughGas: true,
  },
}

/** Calldata for a batch that needs an approval. */
export const batchPayExample = {
  ERC20ApprovalTransactions: [{ to: USDC_BASE, data: '0x095ea7b3', value: 0 }],
  batchPaymentTransaction: {
    to: '0x5EcC000000000000000000000000000000000006',
    data: '0x92cddb91',
    value: 0,
  },
  metadata: { hasEnoughBalance: true, hasEnoughGas: true },
}

/** Calldata for a payment with USDC on OP Mainnet: an approval, then the call to the bridge. */
export const crosschainPayExample = {
  transactions: [
    {
      to: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      data: '0x095ea7b30000000000000000000000001231deb6f5749ef6ce6943a275a1d3e7486f4eae0000000000000000000000000000000000000000000000000000000000bf1e28',
      value: '0x0',
      chainId: 10,
    },
    {
      to: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      data: '0x1794958f',
      value: '0x0',
      chainId: 10,
    },
  ],
  metadata: {
    stepsRequired: 2,
    needsApproval: true,
    approvalTransactionIndex: 0,
    paymentTransactionIndex: 1,
    hasEnoughBalance: true,
    balanceChecked: true,
    routeType: 'crosschain',
    quoteExpiresAt: 1_793_606_430,
    sourceAmount: '12.525096',
  },
}

/** A payment that no payer has begun, as returned for a `wallet` while Ethereum's node is unavailable. */
export const manyChainsExample = {
  ...singleExample,
  items: [{ ...FIRST_ITEM, status: 'created' }],
  transactions: [],
  feePlan: null,
  lastAttempt: null,
  paymentOptions: {
    BASE: {
      USDC: { balance: '3', hasEnoughBalance: false, neededAmount: '12.5', hasEnoughGas: true },
    },
    OPTIMISM: {
      USDC: {
        balance: '100',
        hasEnoughBalance: true,
        neededAmount: '12.525096',
        durationS: 4,
        networkFee: { amount: '0.0000031', symbol: 'ETH', worth: '0.00775' },
      },
    },
  },
  unavailableChains: ['ETHEREUM'],
  unquotedChains: [],
}

/** Tron calldata for a wallet that has already approved the token and has no energy. */
export const tronPayExample = {
  transactions: [
    {
      to: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
      data: '0xc219a14d',
      value: 0,
      chainId: 728_126_428,
      chainType: 'tron',
      feeLimit: 300_000_000,
    },
  ],
  metadata: {
    stepsRequired: 1,
    needsApproval: false,
    approvalTransactionIndex: null,
    paymentTransactionIndex: 0,
    hasEnoughBalance: true,
    hasEnoughGas: true,
    balanceChecked: true,
    tron: {
      trxBalance: '25000000',
      trxRequired: '11500000',
      energyRequired: '115000',
      energyAvailable: '0',
      bandwidthRequired: '540',
      bandwidthAvailable: '600',
    },
  },
}
