import type { WalletInfo } from '../accountInfo.ts'
import type { ErrorCode, UnavailableReason } from '../codes.ts'
import { initialState, toModel } from '../machine.ts'
import type { Model, StepView } from '../model.ts'
import {
  APPROVAL_HASH,
  batchPayment,
  EXPLORER,
  FIXTURE_TIME_MS,
  HASH,
  paidPayment,
  singlePayment,
} from './fixturePayments.ts'
import { account, option, review, reviewItem } from './fixtureReviews.ts'

export const wallets: readonly WalletInfo[] = [
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

/** More wallets than a card has rows for. */
export const manyWallets: readonly WalletInfo[] = [
  ...wallets,
  ...['Trust Wallet', 'OKX Wallet', 'Phantom', 'Zerion', 'Rainbow', 'Ledger', 'Frame', 'Taho'].map(
    (name) => wallet(name, `example.${name.toLowerCase().replace(' ', '')}`, '#5a6273', false),
  ),
]

export const attempt = {
  id: '7f9c24e8-3b1a-4d7e-9c55-0a1b2c3d4e5f',
  phase: 'signing',
  walletMasked: '0x12ab…89cd',
  networkName: 'Base Sepolia',
  startedAt: FIXTURE_TIME_MS - 180_000,
}

export const idle = toModel(initialState)
export const ready: Model = {
  ...idle,
  state: 'connect',
  payment: singlePayment,
  wallets,
  persistence: 'durable',
}
export const connected: Model = { ...ready, account, options: [option], optionId: option.id }
export const paying: Model = { ...connected, review, waitingSince: FIXTURE_TIME_MS - 3_000 }
export const batch: Model = {
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

export const sent = {
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

export const succeeded: Model = {
  ...paying,
  ...sent,
  state: 'succeeded',
  waitingSince: null,
  payment: paidPayment,
}

/** Returns the five steps with the one at `active` in progress; `hash` belongs to the step, or to the payment before it. */
export function steps(active: number, hash?: string): StepView[] {
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

export function failed(code: ErrorCode, change: Partial<NonNullable<Model['error']>>): Model {
  const error = {
    code,
    moneyState: 'untouched',
    recoverable: true,
    supportCode: '7f9c24e8',
  } as const
  return { ...connected, state: 'failed', error: { ...error, ...change } }
}

export function unavailable(reason: UnavailableReason, change: Partial<Model> = {}): Model {
  return { ...idle, state: 'unavailable', unavailable: { reason, retryAt: null }, ...change }
}

export function wallet(
  name: string,
  rdns: string,
  colour: string,
  isLastUsed: boolean,
): WalletInfo {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><circle cx="16" cy="16" r="7" fill="#fff"/></svg>`
  const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return { id: rdns, name, rdns, icon, isLegacy: false, isLastUsed }
}
