import type { BridgeErrorCode } from '../codes.ts'
import type { Crossing } from '../crossing.ts'
import type { Model, MoneyState, StepView } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { BridgeOption, Cost, PayOption, RouteCosts } from '../payOption.ts'
import type { Review } from '../review.ts'

/** The fixtures' current time, in milliseconds since the epoch. */
const TIME_MS = Date.parse('2026-03-02T14:05:00Z')
const BRIDGE = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const HASH = '0x7d5e2c2f5f4f8e2a7a0d8b1f6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7c'
const ARRIVAL_HASH = '0x1c9e83f0d2b54a67988776655443322110ffeeddccbbaa99887766554433221f'
const EXPLORER = 'https://optimistic.etherscan.io'
const BRIDGE_PAGE = `https://scan.li.fi/tx/${HASH}`

/**
 * Creates one model per visible state of a payment from another chain. `base` is a model with a connected account and a payment.
 */
export function createBridgeFixtures(base: Model): Readonly<Record<string, Model>> {
  const { payment } = base
  const [direct] = base.options
  if (payment === null || direct === undefined) throw new Error('The base has no payment.')
  const reviewing: Model = { ...base, state: 'review', optionId: cheap.id, review: review(payment) }
  return {
    ...createChoices(base, direct),
    ...createReviews(reviewing, payment),
    ...createSent(base, { ...reviewing, crossing }, payment),
    ...createEnds(
      { ...reviewing, crossing, transactions: [transaction], state: 'settling' },
      payment,
    ),
  }
}

type Fixtures = Readonly<Record<string, Model>>

function createChoices(base: Model, direct: PayOption): Fixtures {
  const own = { ...direct, id: 'base:USDC', network: 'base' }
  const missing = { symbol: 'USDC', amount: '6.52' }
  const poor: PayOption = { ...own, balance: '3.5', hasEnoughBalance: false, missing }
  const choosing: Model = { ...base, state: 'options', optionId: null }
  return {
    'bridge-options': { ...choosing, options: [poor, cheap, slow, lacking] },
    'bridge-options-direct': { ...choosing, options: [own, cheap, slow] },
    'bridge-options-poor': { ...choosing, options: [poor, lacking, barred] },
    'bridge-options-silent': {
      ...choosing,
      options: [{ ...poor, silentChains: ['Ethereum', 'Arbitrum One'] }, cheap],
    },
    'bridge-options-slow': {
      ...choosing,
      options: [{ ...poor, slowChains: ['Ethereum'] }, cheap],
    },
    'bridge-options-reading': { ...choosing, optionId: cheap.id, options: [poor, cheap] },
  }
}

function createReviews(reviewing: Model, payment: PaymentMetadata): Fixtures {
  return {
    'bridge-review': reviewing,
    'bridge-review-changed': {
      ...reviewing,
      review: review(payment, DEAR, { fee: { symbol: 'USDC', amount: '0.15' } }),
      note: { code: 'payment_changed', tone: 'info' },
    },
    'bridge-review-ended': { ...reviewing, review: review(payment, CHEAP, { expiresAt: TIME_MS }) },
    'bridge-review-quoted': { ...reviewing, review: quotedReview(payment) },
    'bridge-review-not-carried': {
      ...reviewing,
      review: review(payment, CHEAP, { isCarried: false }),
    },
  }
}

/** 12 francs, of which 15 USDC must arrive. */
function quotedReview(payment: PaymentMetadata): Review {
  const leaving = { symbol: 'USDC', amount: '15.03' }
  const arriving = { symbol: 'USDC', amount: '15' }
  const bridged = review(payment, leaving)
  return {
    ...bridged,
    items: bridged.items.map((item) => ({ ...item, amount: '12', symbol: 'CHF', fee: null })),
    totalNeeded: [{ symbol: 'CHF', amount: '12' }],
    quote: {
      id: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
      unit: { symbol: 'USDC', amount: '1' },
      price: { symbol: 'CHF', amount: '0.8' },
      sources: ['chainlink', 'coinbase', 'kraken'],
      parts: [{ due: { symbol: 'CHF', amount: '12' }, worth: arriving, paid: arriving }],
      expiresAt: TIME_MS + 24_000,
    },
  }
}

function createSent(base: Model, crossed: Model, payment: PaymentMetadata): Fixtures {
  const sent: Model = { ...crossed, transactions: [transaction], state: 'settling' }
  const arrived: PaymentMetadata = { ...payment, transactions: [arrival('confirming')] }
  return {
    'bridge-switching': { ...crossed, state: 'switching', steps: steps(0) },
    'bridge-approving': { ...crossed, state: 'approving', steps: steps(1) },
    'bridge-signing': { ...crossed, state: 'signing', steps: steps(2) },
    'bridge-confirming': {
      ...sent,
      state: 'confirming',
      steps: steps(3),
      confirmations: { current: 4, required: 10 },
    },
    'bridge-settling': { ...sent, ...following('tracking'), steps: steps(4) },
    'bridge-arrived': {
      ...sent,
      ...following('tracking'),
      payment: arrived,
      steps: steps(4),
    },
    'bridge-elsewhere': {
      ...base,
      state: 'settling',
      review: null,
      transactions: [transaction],
      crossing: { ...following('tracking').crossing, isElsewhere: true },
      steps: steps(4).slice(2),
    },
    'bridge-unanswered': { ...sent, ...following('unanswered'), steps: steps(4) },
  }
}

function createEnds(sent: Model, payment: PaymentMetadata): Fixtures {
  const part = payment.items.map((one) => ({ ...one, amountPaid: '5', remainingAmount: '5' }))
  const over = (code: BridgeErrorCode, moneyState: MoneyState, recoverable: boolean): Model => ({
    ...sent,
    ...following(code === 'bridge_refunded' ? 'refunded' : 'failed'),
    state: 'failed',
    error: { code, moneyState, recoverable, supportCode: '7f9c24e8' },
  })
  return {
    'bridge-partial': {
      ...sent,
      ...following('partial'),
      state: 'partial',
      review: null,
      options: [],
      payment: { ...payment, items: part, transactions: [arrival('confirmed', '5')] },
    },
    'bridge-refunded': over('bridge_refunded', 'refunded', true),
    'bridge-failed': over('bridge_failed', 'sent', false),
    'bridge-not-counted': over('bridge_not_counted', 'sent', false),
    'bridge-succeeded': {
      ...sent,
      ...following('completed'),
      state: 'succeeded',
      payment: {
        ...payment,
        status: 'completed',
        completedAt: '2026-03-02T14:04:12Z',
        items: payment.items.map((one) => ({ ...one, status: 'paid', amountPaid: one.amount })),
        transactions: [arrival('confirmed')],
      },
    },
  }
}

const CHEAP: Cost = { symbol: 'USDC', amount: '10.05' }
const DEAR: Cost = { symbol: 'USDC', amount: '10.17' }
const COSTS: RouteCosts = {
  networkFee: { symbol: 'ETH', amount: '0.000004' },
  feeWorth: { symbol: 'USDC', amount: '0.01' },
  total: { symbol: 'USDC', amount: '10.06' },
}

const cheap = way('optimism', 'OP Mainnet', CHEAP, {
  fee: { symbol: 'USDC', amount: '0.03' },
  durationS: 6,
  costs: COSTS,
})
const slow: PayOption = {
  ...way(
    'mainnet',
    'Ethereum',
    { symbol: 'USDT', amount: '11.274031' },
    {
      fee: { symbol: 'USDT', amount: '1.254031' },
      durationS: 190,
    },
  ),
  balance: '1250300.75',
}
const lacking: PayOption = {
  ...way(
    'arbitrum-one',
    'Arbitrum One',
    { symbol: 'USDT', amount: '10.06' },
    {
      fee: { symbol: 'USDT', amount: '0.04' },
    },
  ),
  balance: '6',
  hasEnoughBalance: false,
  missing: { symbol: 'USDT', amount: '4.06' },
}
const barred: PayOption = {
  ...way(
    'optimism',
    'OP Mainnet',
    { symbol: 'USDT', amount: '10.01' },
    {
      fee: null,
    },
  ),
  balance: '0',
  hasEnoughBalance: false,
  missing: { symbol: 'USDT', amount: '10.01' },
}

const transaction = {
  hash: HASH,
  chainId: 10,
  kind: 'pay',
  explorerUrl: `${EXPLORER}/tx/${HASH}`,
} as const

const crossing: Crossing = {
  sourceName: 'OP Mainnet',
  destinationName: 'Base',
  chainId: 10,
  explorerUrl: EXPLORER,
  cost: CHEAP,
  transfer: null,
}

function way(
  network: string,
  networkName: string,
  cost: Cost,
  bridge: Partial<BridgeOption>,
): PayOption {
  const { symbol, amount } = cost
  return {
    id: `${network}:${symbol}`,
    network,
    symbol,
    needed: amount,
    costs: [{ symbol: 'USDC', amount: '10.02' }],
    spending: [cost],
    balance: '1284.5',
    hasEnoughBalance: true,
    missing: null,
    hasEnoughGas: null,
    route: 'bridge',
    bridge: { chain: network, networkName, fee: null, durationS: 8, ...bridge },
  }
}

function review(
  { items }: PaymentMetadata,
  cost: Cost = CHEAP,
  change: Partial<NonNullable<Review['bridge']>> = {},
): Review {
  const data = '0x624b284e'
  return {
    items: items.map(({ requestId, payee, amount, symbol, fee }) => ({
      ...{ requestId, payee, amount, symbol, fee },
      conversion: null,
      contract: BRIDGE,
    })),
    totalNeeded: [{ symbol: 'USDC', amount: '10.02' }],
    spending: [cost],
    networkName: 'OP Mainnet',
    contractAddress: BRIDGE,
    steps: ['approve', 'pay'],
    allowances: [cost, null],
    verified: true,
    calldata: [{ to: BRIDGE, data, value: '0x0', chainId: 10 }],
    bridge: {
      chain: 'OPTIMISM',
      network: 'optimism',
      networkName: 'OP Mainnet',
      fee: { symbol: 'USDC', amount: '0.03' },
      durationS: 6,
      costs: COSTS,
      destinationName: 'Base',
      expiresAt: TIME_MS + 24_000,
      isCarried: true,
      ...change,
    },
  }
}

function following(status: string): { readonly crossing: Crossing } {
  const transfer = {
    txHash: HASH,
    chain: 'OPTIMISM',
    token: CHEAP.symbol,
    sourceAmount: CHEAP.amount,
    status,
    isCounted: status === 'partial' || status === 'completed',
    settledTxHash: null,
    explorerUrl: BRIDGE_PAGE,
  }
  return { crossing: { ...crossing, transfer } }
}

function arrival(
  status: 'confirming' | 'confirmed',
  amount = '10',
): PaymentMetadata['transactions'][number] {
  return {
    requestId: '01e3',
    txHash: ARRIVAL_HASH,
    amount,
    confirmations: status === 'confirmed' ? 10 : 2,
    requiredConfirmations: 10,
    status,
    explorerUrl: `https://basescan.org/tx/${ARRIVAL_HASH}`,
    timestamp: status === 'confirmed' ? '2026-03-02T14:04:02Z' : null,
  }
}

/** Returns the five steps, of which the one at the index `active` is in progress. */
function steps(active: number): StepView[] {
  const kinds: readonly StepView['kind'][] = ['switch', 'approve', 'pay', 'confirm', 'settle']
  return kinds.map((kind, index) => {
    const status = index < active ? 'done' : index === active ? 'active' : 'waiting'
    const cost = kind === 'approve' ? { cost: CHEAP } : {}
    const isSent = active > 2 && (kind === 'pay' || kind === 'confirm')
    const link = isSent ? { hash: HASH, explorerUrl: transaction.explorerUrl } : {}
    return { kind, status, ...cost, ...link }
  })
}
