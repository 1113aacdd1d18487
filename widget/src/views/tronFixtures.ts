import type { ErrorCode, TronNoteCode } from '../codes.ts'
import type { Model, MoneyState, StepView } from '../model.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Review, TronReadiness } from '../review.ts'
import { FIXTURE_TIME_MS } from './fixturePayments.ts'

/** The time that is left of the fixtures' quotes. */
const LEFT_MS = 540_000
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd'
const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
const PAYER = 'TLhmUGFgqr565iRq14uEwA4JxcHpG1GRBr'
const EXPLORER = 'https://tronscan.org'
const HASH = '891916bc76fd6b4e8f9c4cab61640867fbba9c2399eac5dde8dc36a128998932'
const APPROVAL_HASH = '687ebda6823ac950b336fc90d703bf6b54ffb84a9a22fbf70d3792867e6ef7db'
const CHAIN_ID = 728_126_428

/**
 * Creates one model per visible state of a payment on Tron. `base` is a model with a connected account and a payment of one item.
 */
export function createTronFixtures(base: Model): Readonly<Record<string, Model>> {
  const payment = onTron(base.payment)
  const connected: Model = { ...base, payment, account, options: [], optionId: 'tron:USDT' }
  const choosing: Model = { ...connected, state: 'connect', account: null, wallets: [wallet] }
  const reviewing: Model = { ...connected, state: 'review', review: review(payment) }
  const sent: Model = { ...reviewing, state: 'confirming', transactions: [transaction] }
  const waiting = (code: TronNoteCode, tone: 'info' | 'error'): Model => ({
    ...sent,
    steps: steps(2),
    note: { code, tone, params: { time: '2:08 PM' } },
    confirmations: { current: 0, required: 19 },
  })
  const over = (
    code: ErrorCode,
    moneyState: MoneyState,
    params: Readonly<Record<string, string>>,
  ): Model => ({
    ...sent,
    state: 'failed',
    error: { code, moneyState, recoverable: true, supportCode: '7f9c24e8', params },
  })
  const quoted = reviewing.review && atQuote(reviewing.review)
  return {
    'tron-connect': choosing,
    'tron-no-wallet': { ...choosing, wallets: [] },
    'tron-review': reviewing,
    'tron-review-quoted': {
      ...reviewing,
      payment: { ...payment, plan: { way: 'quoted', rail: 'tronQuoted' } },
      review: quoted,
    },
    'tron-review-approved': { ...reviewing, review: review(payment, { steps: ['pay'] }) },
    'tron-review-energy': {
      ...reviewing,
      review: review(payment, {
        tron: { ...readiness, trxRequired: '0', energyAvailable: 240_000 },
      }),
    },
    'tron-review-poor': {
      ...reviewing,
      review: review(payment, { tron: { ...readiness, trxBalance: '1.5', trxMissing: '22.51' } }),
    },
    'tron-review-earlier': {
      ...reviewing,
      note: { code: 'tron_earlier', tone: 'error', params: { time: '2:08 PM' } },
    },
    'tron-review-other-bytes': { ...reviewing, note: { code: 'tron_other_bytes', tone: 'error' } },
    'tron-review-late': { ...reviewing, note: { code: 'tron_too_late', tone: 'error' } },
    'tron-approving': { ...reviewing, state: 'approving', steps: steps(0) },
    'tron-signing': { ...reviewing, state: 'signing', steps: steps(1) },
    'tron-confirming': {
      ...sent,
      steps: steps(2),
      confirmations: { current: 7, required: 19 },
    },
    'tron-no-resources': waiting('tron_no_resources', 'error'),
    'tron-busy': waiting('tron_busy', 'info'),
    'tron-not-taken': waiting('tron_not_taken', 'info'),
    'tron-failing': waiting('tron_failing', 'error'),
    'tron-reverted': over('payment_reverted', 'fee-only', { fee: '13.74', reason: 'REVERT' }),
    'tron-out-of-energy': over('payment_reverted', 'fee-only', {
      fee: '300.35',
      reason: 'OUT_OF_ENERGY',
    }),
    'tron-dropped': over('tron_dropped', 'untouched', { reason: 'expired' }),
    'tron-signed-by-another': over('tron_dropped', 'untouched', { reason: 'signature' }),
  }
}

/** Returns a review at a quote, of 80 francs in USDT. */
function atQuote({ items, ...rest }: Review): Review {
  const spent = { symbol: 'USDT', amount: '89.600001' }
  return {
    ...rest,
    items: items.map((item) => ({ ...item, amount: '80', symbol: 'CHF', fee: null })),
    totalNeeded: [{ symbol: 'CHF', amount: '80' }],
    spending: [spent],
    quote: {
      id: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
      unit: { symbol: 'USDT', amount: '1' },
      price: { symbol: 'CHF', amount: '0.892857142857142857' },
      sources: ['coinbase', 'kraken'],
      parts: [{ due: { symbol: 'CHF', amount: '80' }, worth: spent, paid: spent }],
      expiresAt: FIXTURE_TIME_MS + LEFT_MS,
    },
  }
}

const wallet: Model['wallets'][number] = {
  id: 'org.tronlink.www',
  name: 'TronLink',
  rdns: 'org.tronlink.www',
  icon: null,
  isLegacy: false,
  isLastUsed: true,
}

const account: Model['account'] = { address: PAYER, chainId: CHAIN_ID, wallet }

const transaction: Model['transactions'][number] = {
  hash: HASH,
  chainId: CHAIN_ID,
  kind: 'pay',
  explorerUrl: `${EXPLORER}/#/transaction/${HASH}`,
}

const readiness: TronReadiness = {
  trxBalance: '112.4',
  trxRequired: '24.01',
  trxMissing: null,
  energyRequired: 235_400,
  energyAvailable: 0,
  bandwidthRequired: 812,
  bandwidthAvailable: 600,
}

function onTron(payment: PaymentMetadata | null): PaymentMetadata {
  if (payment === null) throw new Error('The base has no payment.')
  return {
    ...payment,
    network: 'tron',
    plan: { way: 'tron', rail: 'tron' },
    chain: {
      id: 'tron',
      name: 'Tron',
      chainId: CHAIN_ID,
      isTestnet: false,
      isLocal: false,
      explorerUrl: EXPLORER,
      rpcUrl: null,
      nativeCurrency: { symbol: 'TRX', decimals: 6 },
    },
    items: payment.items.map((item) => ({
      ...item,
      payee: PAYEE,
      invoiceCurrency: 'USDT-tron',
      paymentCurrency: 'USDT-tron',
      symbol: 'USDT',
      tokenAddress: USDT,
      fee: item.fee && { ...item.fee, address: PAYER },
    })),
  }
}

function review({ items, chain }: PaymentMetadata, patch: Partial<Review> = {}): Review {
  const steps = patch.steps ?? ['approve', 'pay']
  const total = { symbol: 'USDT', amount: '10.02' }
  return {
    items: items.map(({ requestId, amount, fee }) => ({
      requestId,
      payee: PAYEE,
      amount,
      symbol: 'USDT',
      fee,
      conversion: null,
      contract: PROXY,
    })),
    totalNeeded: [total],
    spending: [total],
    networkName: chain.name,
    contractAddress: PROXY,
    steps,
    allowances: steps.map(() => null),
    verified: true,
    calldata: steps.map((kind) => ({
      to: kind === 'pay' ? PROXY : USDT,
      data: kind === 'pay' ? '0xc219a14d' : '0x095ea7b3',
      value: 0,
    })),
    tron: readiness,
    ...patch,
  }
}

/** Returns the list of steps, in which every step before `active` is done. */
function steps(active: number): readonly StepView[] {
  const kinds = ['approve', 'pay', 'confirm', 'settle'] as const
  const hashes = [APPROVAL_HASH, HASH, HASH]
  return kinds.map((kind, index) => {
    const hash = index < active || kind === 'confirm' ? hashes[index] : undefined
    const link = hash ? { hash, explorerUrl: `${EXPLORER}/#/transaction/${hash}` } : {}
    const status = index < active ? 'done' : index === active ? 'active' : 'waiting'
    return { kind, status, ...(index <= active ? link : {}) }
  })
}
