const TX_HASH = '0x5ac0e1d39b2f4471c8de90a5b6e7f8a9b0c1d2e3f405162738495a6b7c8d9eaf'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** The request in the API contract's examples: 80 USD in USDC on Base, of which 30 USD is paid. */
export const requestIdExample = '01019f3c6da2b07d1e0a92c4b85f3619c2e0ab77d4f0514f2b91aa77c02e5b9c5a'

/** The payment reference of the request in the examples. */
export const paymentReferenceExample = '0x7d1e0a92c4b85f36'

const common = {
  requestId: requestIdExample,
  paymentReference: paymentReferenceExample,
  hasBeenPaid: false,
  isListening: true,
  txHash: TX_HASH,
  status: 'partially_paid',
  payee: PAYEE,
  payer: null,
  requestAmount: '80',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC',
  invoiceCurrencyId: 'USD',
  paymentCurrencyId: 'USDC-mainnet',
  network: 'mainnet',
  flow: 'get_paid',
  reference: 'PO-7781',
  customerInfo: null,
  isCryptoToFiatAllowed: false,
  isCryptoToFiatAvailable: false,
  isRecurrenceStopped: false,
  paidAmount: '30',
} as const

/** The response to `GET /v2/request/{requestId}`. */
export const requestExample = {
  ...common,
  payments: [
    {
      id: '01KB52A1B2C3D4E5F6G7H8J9KA',
      amount: '30',
      sourceNetwork: 'mainnet',
      destinationNetwork: 'mainnet',
      sourceTxHash: TX_HASH,
      destinationTxHash: TX_HASH,
      payerAddress: PAYER,
      payerEoaAddress: null,
      timestamp: '2026-11-02T08:15:00.000Z',
      type: 'conversion',
      conversionRateSource: '1',
      conversionRateDestination: '1.0002',
      convertedAmountSource: '30.006',
      convertedAmountDestination: '30.006',
      paidAmount: '30.006',
      paidCurrency: 'USDC',
      paidNetwork: 'mainnet',
      receivedAmount: '30.006',
      receivedCurrency: 'USDC',
      receivedNetwork: 'mainnet',
      excessAmount: null,
      excessCurrency: null,
      currency: 'USD',
      paymentCurrency: 'USDC',
      detectionSource: 'request-network',
      note: null,
      sourceAmount: null,
      sourceCurrency: null,
      payeeFee: null,
      fees: [],
      isLate: false,
      amountInUsd: '30.01',
      reportingCurrency: 'EUR',
      amountInReportingCurrency: '27.65',
      refundedAmount: '10.002',
      refundStatus: 'partial',
    },
  ],
  amountInUsd: '80.00',
  conversionRate: null,
  rateSource: 'mixed',
  conversionBreakdown: {
    paidAmount: '30',
    paidAmountInUsd: '30.01',
    remainingAmount: '50',
    remainingAmountInUsd: '50.00',
    currentMarketRate: '1.0001',
    currentMarketRateSource: 'chainlink',
    payments: [
      {
        amount: '30',
        amountInUsd: '30.01',
        conversionRate: '1.0002',
        rateSource: 'chainlink',
        timestamp: '2026-11-02T08:15:00.000Z',
      },
    ],
  },
  fees: [],
  remainingAmount: '50',
  payerAddress: PAYER,
  payerEoaAddress: null,
  receivedAmount: '30.006',
  excessAmount: null,
  detectionSource: 'request-network',
  note: null,
  refundedAmount: '10.002',
  refundStatus: 'partial',
  paidLate: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  securePaymentToken: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  receiptUrl: 'https://pay.example.test/receipts/01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  activity: [
    { kind: 'opened', at: '2026-11-02T08:13:40.000Z' },
    {
      kind: 'screened',
      at: '2026-11-02T08:14:29.000Z',
      walletAddress: PAYER,
      screening: {
        status: 'approved',
        reasonCode: null,
        provider: 'list',
        providerReference: null,
        evaluatedAt: '2026-11-02T08:14:29.000Z',
        expiresAt: '2026-11-02T09:14:29.000Z',
      },
    },
    {
      kind: 'wallet_chosen',
      at: '2026-11-02T08:14:30.000Z',
      walletAddress: PAYER,
      network: 'mainnet',
    },
    {
      kind: 'sent',
      at: '2026-11-02T08:14:52.000Z',
      walletAddress: PAYER,
      network: 'mainnet',
      txHash: TX_HASH,
    },
    { kind: 'seen', at: '2026-11-02T08:15:02.000Z', network: 'mainnet', txHash: TX_HASH },
    {
      kind: 'confirmed',
      at: '2026-11-02T08:17:30.000Z',
      network: 'mainnet',
      txHash: TX_HASH,
      paymentId: '01KB52A1B2C3D4E5F6G7H8J9KA',
    },
  ],
} as const

/** The request in the examples, as `GET /v2/request` lists it. */
export const requestSummaryExample = {
  ...common,
  approval: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T08:15:02.000Z',
} as const

/** The beginning of the response to `GET /v2/request/export`. */
export const requestExportExample = 'requestId,paymentReference,createdAt\r\n'

/** The response to `GET /v2/request/{requestId}/pay`: an approval, then the payment. */
export const requestCalldataExample = {
  transactions: [
    {
      to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      data: '0x095ea7b3000000000000000000000000e11bf2fda23bf0a98365e1a4e04a87c9339e8687',
      value: { type: 'BigNumber', hex: '0x00' },
      chainId: 1,
    },
    {
      to: '0xe11BF2fDA23bF0A98365e1A4E04a87C9339e8687',
      data: '0x3af2c012',
      value: { type: 'BigNumber', hex: '0x00' },
      chainId: 1,
    },
  ],
  metadata: {
    stepsRequired: 2,
    needsApproval: true,
    approvalTransactionIndex: 0,
    paymentTransactionIndex: 1,
    hasEnoughBalance: true,
    hasEnoughGas: true,
    platformFee: { percentage: '1', address: PAYEE },
  },
} as const

/** The response to `GET /v2/request/{requestId}/routes`. */
export const requestRoutesExample = {
  routes: [
    {
      id: 'REQUEST_NETWORK_PAYMENT',
      fee: 0.01,
      feeInUSD: 0.5,
      feeBreakdown: [
        {
          type: 'platform',
          stage: 'sending',
          provider: 'secure-payment',
          amount: '0.5',
          amountInUSD: '0.5',
          currency: 'USDC',
          receiverAddress: PAYEE,
          network: 'mainnet',
        },
      ],
      speed: 'FAST',
      price_impact: 0,
      chain: 'ETHEREUM',
      token: 'USDC',
    },
  ],
  platformFee: { percentage: '1', address: PAYEE },
} as const

const DIAMOND = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** The response to `GET /v2/request/{requestId}/pay` with USDC on Base: an approval, then the call to the bridge. */
export const crosschainRequestCalldataExample = {
  transactions: [
    {
      to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      data: '0x095ea7b30000000000000000000000001231deb6f5749ef6ce6943a275a1d3e7486f4eae00000000000000000000000000000000000000000000000000000000030291a0',
      value: '0x0',
      chainId: 8453,
    },
    { to: DIAMOND, data: '0x1794958f', value: '0x0', chainId: 8453 },
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
    sourceAmount: '50.5',
  },
} as const

/** The response to `GET /v2/request/{requestId}/routes` with a bridge, while OP Mainnet's node is unavailable. */
export const crosschainRequestRoutesExample = {
  routes: [
    ...requestRoutesExample.routes,
    {
      id: 'BASE_ETHEREUM_USDC_USDC',
      fee: 0.0104,
      feeInUSD: 0.52,
      feeBreakdown: [
        {
          type: 'gas',
          stage: 'sending',
          provider: 'lifi',
          amount: '0.000008',
          amountInUSD: '0.02',
          currency: 'ETH',
          network: 'base',
          rateProvider: 'lifi',
        },
        {
          type: 'crosschain',
          stage: 'overall',
          provider: 'lifi',
          amount: '0.5',
          amountInUSD: '0.5',
          currency: 'USDC',
          network: 'base',
          rateProvider: 'chainlink',
        },
      ],
      speed: 4,
      chain: 'BASE',
      token: 'USDC',
    },
  ],
  unavailableChains: ['OPTIMISM'],
  unquotedChains: [],
} as const
