import { encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import { initialState, toModel } from '../machine.ts'
import type {
  AccountInfo,
  ErrorCode,
  Model,
  PaymentItem,
  PaymentMetadata,
  Review,
  StepView,
  UnavailableReason,
  WalletInfo,
} from '../model.ts'
import { createBridgeFixtures } from './bridgeFixtures.ts'
import { createElsewhereFixtures } from './elsewhereFixtures.ts'
import { createMerchantFixtures } from './merchantFixtures.ts'
import { createRefundFixtures } from './refundFixtures.ts'
import { createTronFixtures } from './tronFixtures.ts'

/** The time at which the fixtures render. */
export const FIXTURE_TIME_MS = Date.parse('2026-03-02T14:05:00Z')

const PAYEES = [
  '0x4E64C2d06d19D13061e62E291b2C4e9fe5679b93',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
]
const PROXY = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const HASH = '0x6c4f1b1e4f3e7d1f6f9c7f0e5a4f8b2d3c1a09e8d7c6b5a4938271605f4e3d2c'
const APPROVAL_HASH = '0xa91be0c4d2f35768190abcdef1234567890abcdef1234567890abcdef1234567'
const EXPLORER = 'https://sepolia.basescan.org'

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
  merchant: { name: 'Nordlicht Coffee', logoUrl: null, supportUrl: 'https://shop.example/help' },
  transactions: [],
  lastAttempt: null,
  paymentOptions: null,
}

const batchPayment: PaymentMetadata = {
  ...singlePayment,
  paymentType: 'batch',
  requestIds: ['01e3', '01e4', '01e5'],
  chain: { ...singlePayment.chain, id: 'base', name: 'Base', chainId: 8453, isTestnet: false },
  items: [
    item({ amount: '1250', fee: null }),
    item({ amount: '840.5', payee: PAYEES[1] ?? '', requestId: '01e4', fee: null }),
    item({ amount: '12.000001', payee: PAYEES[2] ?? '', requestId: '01e5' }),
  ],
  plan: { way: 'batch', rail: 'evm', isConverted: false },
}

/** A payment that can also be made from other chains. */
const basePayment: PaymentMetadata = {
  ...singlePayment,
  network: 'base',
  chain: { ...batchPayment.chain, explorerUrl: 'https://basescan.org' },
}

const singlePayout: PaymentMetadata = {
  ...singlePayment,
  flow: 'pay',
  reference: 'PAYOUT-2026-011',
  items: [item({ fee: null })],
}

const batchPayout: PaymentMetadata = {
  ...batchPayment,
  flow: 'pay',
  reference: 'Payroll November',
  items: batchPayment.items.map((each) => ({ ...each, fee: null })),
}

const paidPayment: PaymentMetadata = {
  ...singlePayment,
  status: 'completed',
  completedAt: '2026-03-02T14:04:12Z',
  items: [item({ status: 'paid', amountPaid: '10', amountSpent: '10.02', remainingAmount: '0' })],
  transactions: [seen('10')],
}

const partPayment: PaymentMetadata = {
  ...singlePayment,
  items: [item({ amountPaid: '4', amountSpent: '4.008', remainingAmount: '6' })],
  transactions: [seen('4')],
}

const wallets: readonly WalletInfo[] = [
  wallet('MetaMask', 'io.metamask', '#f6851b', true),
  wallet('Rabby Wallet', 'io.rabby', '#7084ff', false),
  wallet('Coinbase Wallet', 'com.coinbase.wallet', '#0052ff', false),
  {
    id: 'legacy',
    name: 'Browser wallet',
    rdns: null,
    icon: null,
    isLegacy: true,
    isLastUsed: false,
  },
]

/** More payees than a card has rows for. */
const manyWallets: readonly WalletInfo[] = [
  ...wallets,
  ...['Trust Wallet', 'OKX Wallet', 'Phantom', 'Zerion', 'Rainbow', 'Ledger', 'Frame', 'Taho'].map(
    (name) => wallet(name, `example.${name.toLowerCase().replace(' ', '')}`, '#5a6273', false),
  ),
]

const account: AccountInfo = {
  address: '0x12abF39Fd6e51aad88F6F4ce6aB8827279cf89cd',
  chainId: 84532,
  wallet: { id: 'io.metamask', name: 'MetaMask', rdns: 'io.metamask' },
}

const option = {
  id: 'base-sepolia:USDC',
  network: 'base-sepolia',
  symbol: 'USDC',
  needed: '10.02',
  costs: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  balance: '1284.5',
  hasEnoughBalance: true,
  missing: null,
  hasEnoughGas: true,
  route: 'direct',
} as const

const review: Review = {
  items: [reviewItem(singlePayment.items[0] ?? item({}))],
  totalNeeded: [{ symbol: 'USDC', amount: '10.02' }],
  spending: [{ symbol: 'USDC', amount: '10.02' }],
  networkName: 'Base Sepolia',
  contractAddress: PROXY,
  steps: ['approve', 'pay'],
  allowances: [{ symbol: 'USDC', amount: '10.02' }, null],
  verified: true,
  calldata: [
    encodeApprove({ token: USDC, spender: PROXY, amountUnits: 10_020_000n }),
    encodeErc20Payment({
      proxy: PROXY,
      token: USDC,
      payee: PAYEES[0] ?? '',
      amountUnits: 10_000_000n,
      paymentReference: '0x5f1c0d3e2b4a6978',
      feeUnits: 20_000n,
      feeAddress: PAYEES[1] ?? '',
    }),
  ],
}

/** 80 US dollars, paid in USDC at 1.0002 per dollar. */
const dollarPayment: PaymentMetadata = {
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

const dollarReview: Review = {
  ...review,
  items: dollarPayment.items.map((from) => ({
    ...reviewItem(from),
    conversion: {
      about: { symbol: 'USDC', amount: '80.016' },
      most: { symbol: 'USDC', amount: '80.81616' },
    },
  })),
  totalNeeded: [{ symbol: 'USD', amount: '80' }],
  spending: [{ symbol: 'USDC', amount: '80.81616' }],
  allowances: [{ symbol: 'USDC', amount: '80.81616' }, null],
}

const attempt = {
  id: '7f9c24e8-3b1a-4d7e-9c55-0a1b2c3d4e5f',
  phase: 'signing',
  walletMasked: '0x12ab…89cd',
  networkName: 'Base Sepolia',
  startedAt: FIXTURE_TIME_MS - 180_000,
}

const idle = toModel(initialState)
const ready: Model = {
  ...idle,
  state: 'connect',
  payment: singlePayment,
  wallets,
  persistence: 'durable',
}
const connected: Model = { ...ready, account, options: [option], optionId: option.id }
const paying: Model = { ...connected, review, waitingSince: FIXTURE_TIME_MS - 3_000 }
const batch: Model = {
  ...connected,
  payment: batchPayment,
  review: {
    ...review,
    items: batchPayment.items.map(reviewItem),
    totalNeeded: [{ symbol: 'USDC', amount: '2102.520001' }],
    spending: [{ symbol: 'USDC', amount: '2102.520001' }],
    allowances: [{ symbol: 'USDC', amount: '2102.520001' }, null],
    networkName: 'Base',
  },
}

const payoutReview: Review = {
  ...review,
  items: singlePayout.items.map(reviewItem),
  totalNeeded: [{ symbol: 'USDC', amount: '10' }],
  spending: [{ symbol: 'USDC', amount: '10' }],
  allowances: [{ symbol: 'USDC', amount: '10' }, null],
}

const batchPayoutReview: Review = {
  ...payoutReview,
  items: batchPayout.items.map(reviewItem),
  totalNeeded: [{ symbol: 'USDC', amount: '2102.500001' }],
  spending: [{ symbol: 'USDC', amount: '2102.500001' }],
  allowances: [{ symbol: 'USDC', amount: '2102.500001' }, null],
  networkName: 'Base',
}

const sent = {
  transactions: [
    {
      hash: APPROVAL_HASH,
      chainId: 84532,
      kind: 'approve',
      explorerUrl: `${EXPLORER}/tx/${APPROVAL_HASH}`,
    },
    { hash: HASH, chainId: 84532, kind: 'pay', explorerUrl: `${EXPLORER}/tx/${HASH}` },
  ],
} as const

const succeeded: Model = {
  ...paying,
  ...sent,
  state: 'succeeded',
  waitingSince: null,
  payment: paidPayment,
}

/** One model per state that a payer can see; tests and the states page use the key as its name. */
export const fixtures: Readonly<Record<string, Model>> = {
  loading: { ...idle, state: 'loading' },
  connect: ready,
  'connect-one': { ...ready, wallets: wallets.slice(0, 1) },
  'connect-many': { ...ready, wallets: manyWallets },
  'connect-none': { ...ready, wallets: [] },
  'connect-rejected': { ...ready, note: { code: 'wallet_busy', tone: 'error' } },
  'connect-batch': { ...ready, payment: batchPayment },
  'connect-converted': { ...ready, payment: dollarPayment },
  'connect-long-names': {
    ...ready,
    payment: {
      ...singlePayment,
      reference: 'مرجع ‮321 <img src=x onerror=alert(1)> '.repeat(3),
      merchant: {
        ...singlePayment.merchant,
        name: `قهوة ${'Interkontinentale Gesellschaft '.repeat(3)}`,
      },
      items: [
        item({
          amount: '123456789.000000000000000001',
          decimals: 18,
          symbol: 'LONGTOKEN',
          fee: null,
        }),
      ],
    },
    wallets: [wallet('A wallet whose name does not end where it should end', 'x.y', '#444', true)],
  },
  'connect-button': ready,
  ...createElsewhereFixtures({ ...ready, wallets: [] }),
  ...createMerchantFixtures(ready, { ...connected, state: 'review', review }, singlePayout),
  connecting: { ...ready, state: 'connecting', waitingSince: FIXTURE_TIME_MS },
  'connecting-slow': {
    ...ready,
    state: 'connecting',
    waitingSince: FIXTURE_TIME_MS - 16_000,
    waiting: 'slow',
  },
  blocked: { ...connected, state: 'blocked' },
  options: { ...connected, state: 'options', optionId: null },
  'options-poor': {
    ...connected,
    state: 'options',
    optionId: null,
    options: [
      { ...option, balance: '3.5', hasEnoughBalance: false },
      { ...option, id: 'gas', hasEnoughGas: false },
    ],
  },
  'options-reading': { ...connected, state: 'options' },
  review: {
    ...connected,
    state: 'review',
    review,
    note: {
      code: 'auto_selected',
      tone: 'info',
      params: { symbol: 'USDC', network: 'Base Sepolia' },
    },
  },
  'review-rejected': {
    ...connected,
    state: 'review',
    review,
    note: { code: 'rejected', tone: 'info' },
  },
  'options-converted': {
    ...connected,
    state: 'options',
    payment: dollarPayment,
    optionId: null,
    options: [
      {
        ...option,
        needed: '80.81616',
        costs: dollarReview.totalNeeded,
        spending: dollarReview.spending,
      },
    ],
  },
  'review-converted': {
    ...connected,
    state: 'review',
    payment: dollarPayment,
    review: dollarReview,
  },
  'review-converted-batch': {
    ...batch,
    state: 'review',
    payment: { ...batchPayment, items: [...batchPayment.items, ...dollarPayment.items] },
    review: batch.review && {
      ...batch.review,
      items: [...batch.review.items, ...dollarReview.items],
      totalNeeded: [...batch.review.totalNeeded, ...dollarReview.totalNeeded],
      spending: [{ symbol: 'USDC', amount: '2183.336161' }],
      allowances: [{ symbol: 'USDC', amount: '2183.336161' }, null],
    },
  },
  'review-batch': { ...batch, state: 'review' },
  preparing: { ...paying, state: 'preparing', waitingSince: null, steps: steps(0) },
  switching: { ...paying, state: 'switching', steps: steps(0) },
  'switching-stuck': { ...paying, state: 'switching', steps: steps(0), waiting: 'stuck' },
  resetting: {
    ...paying,
    state: 'resetting',
    steps: [{ kind: 'reset_approval', status: 'active' }, ...steps(-1).slice(1)],
  },
  approving: { ...paying, state: 'approving', steps: steps(1) },
  'approving-mining': {
    ...paying,
    state: 'approving',
    waitingSince: null,
    steps: steps(1, APPROVAL_HASH),
  },
  'approving-batch': {
    ...batch,
    state: 'approving',
    waitingSince: FIXTURE_TIME_MS - 3_000,
    review: batch.review && {
      ...batch.review,
      totalNeeded: [
        { symbol: 'USDC', amount: '2090.5' },
        { symbol: 'DAI', amount: '12.02' },
      ],
    },
    steps: [
      { kind: 'approve', status: 'done', cost: { symbol: 'USDC', amount: '2090.5' } },
      { kind: 'approve', status: 'active', cost: { symbol: 'DAI', amount: '12.02' } },
      ...steps(-1).slice(2),
    ],
  },
  signing: { ...paying, state: 'signing', steps: steps(2) },
  permitting: { ...paying, state: 'permitting', steps: steps(1) },
  'signing-calls': {
    ...paying,
    state: 'signing',
    steps: [
      { kind: 'approve', status: 'active' },
      { kind: 'pay', status: 'active' },
      ...steps(1).slice(3),
    ],
  },
  'settling-safe': {
    ...paying,
    state: 'settling',
    waitingSince: null,
    steps: steps(2).slice(2),
    note: { code: 'safe_waiting', tone: 'info' },
  },
  'locked-safe': { ...ready, state: 'locked', note: { code: 'safe_waiting', tone: 'info' } },
  'signing-slow': { ...paying, state: 'signing', steps: steps(2), waiting: 'slow' },
  'signing-memory': { ...paying, state: 'signing', steps: steps(2), persistence: 'memory' },
  broadcasting: {
    ...paying,
    ...sent,
    state: 'broadcasting',
    waitingSince: null,
    steps: steps(2, HASH),
  },
  confirming: {
    ...paying,
    ...sent,
    state: 'confirming',
    waitingSince: null,
    steps: steps(3, HASH),
    confirmations: { current: 4, required: 10 },
  },
  settling: { ...paying, ...sent, state: 'settling', waitingSince: null, steps: steps(4, HASH) },
  'settling-elsewhere': {
    ...ready,
    state: 'settling',
    confirmations: { current: 1, required: 10 },
    steps: steps(3, HASH).slice(2),
  },
  'confirming-offline': {
    ...paying,
    ...sent,
    state: 'confirming',
    waitingSince: null,
    steps: steps(3, HASH),
    confirmations: { current: 0, required: 10 },
    offline: true,
  },
  resuming: { ...ready, state: 'resuming', attempt },
  unknown: {
    ...connected,
    state: 'unknown',
    attempt,
    note: { code: 'prompt_may_be_open', tone: 'info' },
  },
  'unknown-unused': {
    ...connected,
    state: 'unknown',
    attempt,
    canDiscard: true,
    note: { code: 'nonce_unused', tone: 'success' },
  },
  'locked-tab': {
    ...connected,
    state: 'locked',
    canTakeOver: true,
    note: { code: 'locked_tab', tone: 'info' },
  },
  'locked-device': {
    ...connected,
    state: 'locked',
    attempt,
    note: { code: 'locked_device', tone: 'info' },
  },
  partial: { ...ready, state: 'partial', payment: partPayment },
  succeeded,
  'succeeded-converted': {
    ...succeeded,
    payment: {
      ...paidPayment,
      items: dollarPayment.items.map((from) => ({
        ...from,
        status: 'paid',
        amountPaid: '80',
        amountSpent: '80.016',
        remainingAmount: '0',
      })),
      transactions: [seen('80')],
    },
  },
  'succeeded-batch': {
    ...batch,
    state: 'succeeded',
    payment: {
      ...batchPayment,
      status: 'completed',
      completedAt: '2026-03-02T14:04:12Z',
      transactions: [seen('1250')],
    },
  },
  ...createRefundFixtures(succeeded),
  'succeeded-twice': { ...succeeded, note: { code: 'paid_twice', tone: 'error' } },
  'payout-connect': { ...ready, payment: singlePayout },
  'payout-connect-batch': { ...ready, payment: batchPayout },
  'payout-connect-many': {
    ...ready,
    payment: { ...batchPayout, items: Array.from({ length: 4 }, () => batchPayout.items).flat() },
  },
  'payout-connecting': { ...ready, payment: singlePayout, state: 'connecting' },
  'payout-review': { ...connected, payment: singlePayout, state: 'review', review: payoutReview },
  'payout-review-batch': {
    ...connected,
    payment: batchPayout,
    state: 'review',
    review: batchPayoutReview,
  },
  'payout-signing': {
    ...paying,
    payment: singlePayout,
    review: payoutReview,
    state: 'signing',
    steps: steps(2),
  },
  'payout-succeeded': {
    ...paying,
    ...sent,
    state: 'succeeded',
    review: payoutReview,
    payment: {
      ...paidPayment,
      flow: 'pay',
      items: singlePayout.items.map((from) => ({ ...from, status: 'paid', remainingAmount: '0' })),
    },
  },
  'payout-succeeded-batch': {
    ...connected,
    state: 'succeeded',
    payment: {
      ...batchPayout,
      status: 'completed',
      completedAt: '2026-03-02T14:04:12Z',
      transactions: [seen('1250')],
    },
  },
  'payout-failed-mismatch': {
    ...failed('calldata_mismatch', { params: { reason: 'wrong_payee' }, recoverable: false }),
    payment: singlePayout,
  },
  'payout-expired': unavailable('expired', { payment: { ...singlePayout, status: 'expired' } }),
  ...createBridgeFixtures({ ...connected, payment: basePayment }),
  ...createTronFixtures({ ...connected, payment: singlePayment }),
  'failed-mismatch': failed('calldata_mismatch', {
    params: { reason: 'wrong_payee' },
    recoverable: false,
  }),
  'failed-destination': failed('destination_mismatch', { recoverable: false }),
  'failed-unsupported': failed('unsupported_network', { recoverable: false }),
  'failed-reverted': { ...failed('payment_reverted', { moneyState: 'fee-only' }), ...sent },
  'failed-cancelled': failed('payment_cancelled', {}),
  'failed-replaced': failed('payment_replaced', {}),
  'failed-answer': failed('invalid_response', {}),
  'failed-internal': failed('internal', { moneyState: 'maybe-sent' }),
  'unavailable-expired': unavailable('expired', {
    payment: { ...singlePayment, status: 'expired' },
  }),
  'unavailable-not-found': unavailable('not_found'),
  'unavailable-cancelled': unavailable('cancelled', {
    payment: { ...singlePayment, status: 'invalidated' },
  }),
  'unavailable-not-payable': unavailable('not_payable', { payment: singlePayment }),
  'unavailable-rate-limited': {
    ...unavailable('rate_limited'),
    unavailable: { reason: 'rate_limited', retryAt: FIXTURE_TIME_MS + 42_000 },
  },
  'unavailable-offline': { ...unavailable('offline'), offline: true },
  'unavailable-unauthorized': unavailable('unauthorized'),
  'unavailable-server': unavailable('server'),
}

/** The inputs of the element for a fixture, in addition to its model. */
export const fixtureAttributes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'connect-button': { mode: 'button' },
}

function item(change: Partial<PaymentItem>): PaymentItem {
  const amount = change.amount ?? '10'
  return {
    requestId: '01e3',
    payee: PAYEES[0] ?? '',
    amount,
    invoiceCurrency: 'USDC-base-sepolia',
    paymentCurrency: 'USDC-base-sepolia',
    symbol: 'USDC',
    decimals: 6,
    tokenAddress: USDC,
    isNativeCurrency: false,
    paymentReference: '0x5f1c0d3e2b4a6978',
    fee: { percentage: '0.2', amount: '0.02', address: PAYEES[1] ?? '' },
    status: 'pending',
    amountPaid: '0',
    amountSpent: '0',
    remainingAmount: amount,
    conversion: null,
    ...change,
  }
}

function reviewItem(from: PaymentItem): Review['items'][number] {
  const { requestId, payee, amount, symbol, fee } = from
  return {
    requestId,
    payee,
    amount,
    symbol,
    fee,
    conversion: null,
    contract: PROXY,
  }
}

function seen(amount: string): PaymentMetadata['transactions'][number] {
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

/** Returns the five steps with the one at `active` in progress; `hash` belongs to the step, or to the payment before it. */
function steps(active: number, hash?: string): StepView[] {
  const kinds: readonly StepView['kind'][] = ['switch', 'approve', 'pay', 'confirm', 'settle']
  return kinds.map((kind, index) => {
    const status = index < active ? 'done' : index === active ? 'active' : 'waiting'
    const own = kind === 'approve' && active > 1 ? APPROVAL_HASH : hash
    const hasHash = (kind === 'approve' && active >= 1) || (kind === 'pay' && active >= 2)
    return hasHash && own
      ? { kind, status, hash: own, explorerUrl: `${EXPLORER}/tx/${own}` }
      : { kind, status }
  })
}

function failed(code: ErrorCode, change: Partial<NonNullable<Model['error']>>): Model {
  const error = {
    code,
    moneyState: 'untouched',
    recoverable: true,
    supportCode: '7f9c24e8',
  } as const
  return { ...connected, state: 'failed', error: { ...error, ...change } }
}

function unavailable(reason: UnavailableReason, change: Partial<Model> = {}): Model {
  return { ...idle, state: 'unavailable', unavailable: { reason, retryAt: null }, ...change }
}

function wallet(name: string, rdns: string, colour: string, isLastUsed: boolean): WalletInfo {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><circle cx="16" cy="16" r="7" fill="#fff"/></svg>`
  const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return { id: rdns, name, rdns, icon, isLegacy: false, isLastUsed }
}
