import type { WalletInfo } from '../accountInfo.ts'
import { isProvider, type Provider } from './provider.ts'

/** A wallet, and the provider that accepts its requests. */
export type FoundWallet = {
  readonly info: WalletInfo
  readonly provider: Provider
  /** Whether the page has already connected the wallet, so that the element connects it without a click. */
  readonly isLive?: boolean
  /** Returns whether a discovered wallet is this same wallet, so that the list omits it. */
  readonly covers?: (discovered: FoundWallet) => boolean
  /** Ends the session when the payer leaves the wallet. Absent if no session was opened. */
  readonly close?: (() => void) | undefined
}

/** The parts of `window` that discovery uses. */
type WalletScope = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  dispatchEvent(event: Event): boolean
  readonly ethereum?: unknown
}

/** Options for the search for wallets. */
export type DiscoveryOptions = {
  readonly scope: WalletScope
  /** The reverse domain name of the wallet that was connected last, which comes first; null without one. */
  readonly lastUsed: () => string | null
  /** The reverse domain names to show, in that order; empty for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
  /** The page's own filter; null to list all wallets. */
  readonly filter?: ((wallet: WalletInfo) => boolean) | null
  /** A provider that the page itself passes; null without one. */
  readonly own: Provider | null
  /** Wallets from other sources: a Safe around the page, or a wallet connected through WalletConnect. */
  readonly more?: () => readonly FoundWallet[]
  readonly onChange: () => void
}

/** The wallets, updated as they announce themselves; `dispose` removes the listener. */
export type Discovery = {
  list(): readonly FoundWallet[]
  /** Finds a wallet by id or by reverse domain name; undefined if it has not announced itself. */
  find(id: string): FoundWallet | undefined
  dispose(): void
}

/** Enough for a page with many extensions; later announcements are ignored. */
export const MAX_WALLETS = 64
const MAX_ICON_LENGTH = 100_000
/** The maximum number of characters of a wallet's name on screen. */
export const MAX_NAME_LENGTH = 64

/**
 * The flags of wallets that inject `window.ethereum`. The first flag that a provider sets determines the name and the reverse domain
 * name.
 */
const LEGACY = [
  ['isRabby', 'Rabby Wallet', 'io.rabby'],
  ['isBraveWallet', 'Brave Wallet', 'com.brave.wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet', 'com.coinbase.wallet'],
  ['isTrust', 'Trust Wallet', 'com.trustwallet.app'],
  ['isOkxWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isPhantom', 'Phantom', 'app.phantom'],
  ['isMetaMask', 'MetaMask', 'io.metamask'],
] as const

/** Finds wallets by EIP-6963, then the one that an older wallet injects at `window.ethereum`. */
export function discoverWallets(options: DiscoveryOptions): Discovery {
  const announced = new Map<string, FoundWallet>()
  // Installed wallets respond before this function returns, so the first list contains them.
  let isReturned = false

  function onAnnounce(event: Event): void {
    const wallet = readAnnouncement(event)
    if (wallet === null || isTronLink(wallet.provider)) return
    const known = announced.get(wallet.info.id)
    if (known?.provider === wallet.provider) return
    if (known === undefined && announced.size >= MAX_WALLETS) return
    announced.set(wallet.info.id, wallet)
    if (isReturned) options.onChange()
  }

  options.scope.addEventListener('eip6963:announceProvider', onAnnounce)
  options.scope.dispatchEvent(new Event('eip6963:requestProvider'))
  isReturned = true

  function list(): readonly FoundWallet[] {
    const known = [...announced.values()]
    const own = options.own === null ? [] : [ownWallet(options.own)]
    const all = [...own, ...known, ...legacyWallets(options.scope.ethereum, [...own, ...known])]
    const more = options.more?.() ?? []
    const rest = all.filter((wallet) => !more.some(({ covers }) => covers?.(wallet)))
    return arrangeWallets([...more, ...rest], options)
  }

  return {
    list,
    find: (id) =>
      list().find((wallet) => wallet.info.id === id || (id === OWN_ID && wallet.isLive)) ??
      list().find((wallet) => wallet.info.rdns === id),
    dispose: () => options.scope.removeEventListener('eip6963:announceProvider', onAnnounce),
  }
}

/** Returns the wallets that the page allows, in its order. The wallet that was connected last comes first and is marked. */
export function arrangeWallets(
  all: readonly FoundWallet[],
  options: Pick<DiscoveryOptions, 'only' | 'except' | 'filter' | 'lastUsed'>,
): readonly FoundWallet[] {
  const lastUsed = options.lastUsed()
  return arrange(all, options)
    .map((wallet) => withLastUsed(wallet, lastUsed))
    .filter(({ info }) => options.filter?.(info) ?? true)
    .sort((a, b) => rank(b) - rank(a))
}

/**
 * Reads an announcement from an event that any script may have created: EIP-6963, or TIP-6963, which has the same shape. Returns
 * null for anything else.
 */
export function readAnnouncement(event: Event): FoundWallet | null {
  const detail = 'detail' in event ? event.detail : null
  if (!isRecord(detail) || !isRecord(detail['info']) || !isProvider(detail['provider'])) return null
  const { uuid, name, icon, rdns } = detail['info']
  if (typeof uuid !== 'string' || uuid === '' || typeof name !== 'string') return null
  const info = {
    id: uuid,
    name: safeName(name),
    rdns: typeof rdns === 'string' && rdns !== '' ? rdns : null,
    icon: safeIcon(icon),
    isLegacy: false,
    isLastUsed: false,
  }
  return { info, provider: detail['provider'] }
}

/** Returns a wallet's name as display text, because any script may have announced it. */
export function safeName(name: unknown): string {
  return (typeof name === 'string' && name.trim().slice(0, MAX_NAME_LENGTH)) || 'Wallet'
}

/** Returns a wallet's icon if it is a `data:image/` URI, otherwise null: a remote icon would disclose to its host who pays where. */
export function safeIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_ICON_LENGTH) return null
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(icon.trim()) ? icon.trim() : null
}

/** Returns the wallets at `window.ethereum`, except those that have already announced themselves, and TronLink's substitute. */
function legacyWallets(injected: unknown, known: readonly FoundWallet[]): readonly FoundWallet[] {
  if (!isRecord(injected)) return []
  const several = injected['providers']
  const candidates = Array.isArray(several) && several.length > 0 ? several : [injected]
  const found: FoundWallet[] = []
  for (const candidate of candidates.slice(0, MAX_WALLETS)) {
    if (!isProvider(candidate) || isTronLink(candidate)) continue
    const match = LEGACY.find(([flag]) => readFlag(candidate, flag))
    const rdns = match?.[2] ?? null
    const isKnown = [...known, ...found].some(
      (wallet) => wallet.provider === candidate || (rdns !== null && wallet.info.rdns === rdns),
    )
    if (isKnown) continue
    const id = rdns === null ? `legacy-${found.length}` : `legacy-${rdns}`
    const name = match?.[1] ?? 'Browser wallet'
    const info = { id, name, rdns, icon: null, isLegacy: true, isLastUsed: false }
    found.push({ info, provider: candidate })
  }
  return found
}

function arrange(
  all: readonly FoundWallet[],
  { only, except }: Pick<DiscoveryOptions, 'only' | 'except'>,
): readonly FoundWallet[] {
  const allowed = all.filter(({ info }) => info.rdns === null || !except.includes(info.rdns))
  if (only.length === 0) return allowed
  const own = allowed.filter(({ info }) => info.id === OWN_ID || info.kind === 'safe')
  return [...own, ...only.flatMap((rdns) => allowed.filter(({ info }) => info.rdns === rdns))]
}

/** The id of a wallet that the page itself passes. */
export const OWN_ID = 'page'

/** Returns a wallet that the page itself passes. */
export function ownWallet(provider: Provider): FoundWallet {
  const info = {
    id: OWN_ID,
    name: 'Connected wallet',
    rdns: null,
    icon: null,
    isLegacy: false,
    isLastUsed: false,
  }
  return { info, provider }
}

function withLastUsed(wallet: FoundWallet, lastUsed: string | null): FoundWallet {
  const isLastUsed = lastUsed !== null && wallet.info.rdns === lastUsed
  return isLastUsed ? { ...wallet, info: { ...wallet.info, isLastUsed } } : wallet
}

/** Ranks a Safe around the page above the wallet that was last used in this browser. */
function rank({ info }: FoundWallet): number {
  return info.kind === 'safe' ? 2 : Number(info.isLastUsed)
}

/** Returns whether a provider is TronLink's, which resembles an EVM wallet but cannot pay on EVM networks. */
export function isTronLink(provider: Provider): boolean {
  return readFlag(provider, 'isTronLink')
}

/** Reads a flag through the provider itself: flags are often class getters, which spreading does not copy. */
function readFlag(provider: Provider, flag: string): boolean {
  return Reflect.get(provider, flag) === true
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
