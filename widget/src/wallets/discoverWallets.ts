import type { WalletInfo } from '../model.ts'
import { isProvider, type Provider } from './provider.ts'

/** A wallet and the object that reaches it. */
export type FoundWallet = { readonly info: WalletInfo; readonly provider: Provider }

/** The part of `window` that discovery uses. */
export type WalletScope = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  dispatchEvent(event: Event): boolean
  readonly ethereum?: unknown
}

/** Options of the search for wallets. */
export type DiscoveryOptions = {
  readonly scope: WalletScope
  /** Reverse domain name of the wallet last paid with, to put first. */
  readonly lastUsed: () => string | null
  /** Reverse domain names to show, in that order; empty for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
  /** The page's own filter for each; null for all. */
  readonly filter?: ((wallet: WalletInfo) => boolean) | null
  /** A provider that the page itself passes. */
  readonly own: Provider | null
  /** Wallets that are reached in another way: a Safe around the page, or one connected through WalletConnect. */
  readonly more?: () => readonly FoundWallet[]
  readonly onChange: () => void
}

/** Wallets as they announce themselves; `dispose` stops the listener. */
export type Discovery = {
  list(): readonly FoundWallet[]
  /** By id, or by reverse domain name. */
  find(id: string): FoundWallet | undefined
  dispose(): void
}

/** Enough for a page full of extensions; further announcements of a page are ignored. */
export const MAX_WALLETS = 64
const MAX_ICON_LENGTH = 100_000
/** Maximum number of characters of a wallet's name that are shown. */
export const MAX_NAME_LENGTH = 64

/**
 * Flags of wallets that inject only `window.ethereum`, or inject it as well: name and reverse domain name by the
 * first flag that is set.
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

/** Finds wallets by EIP-6963 and, after them, what old wallets inject at `window.ethereum`. */
export function discoverWallets(options: DiscoveryOptions): Discovery {
  const announced = new Map<string, FoundWallet>()
  // Installed wallets respond while the caller still waits for the Discovery: they are in its first list.
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
    return arrangeWallets([...(options.more?.() ?? []), ...all], options)
  }

  return {
    list,
    find: (id) =>
      list().find((wallet) => wallet.info.id === id) ??
      list().find((wallet) => wallet.info.rdns === id),
    dispose: () => options.scope.removeEventListener('eip6963:announceProvider', onAnnounce),
  }
}

/** The wallets that the page allows, in its order. The one last paid with is first and marked. */
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
 * Reads an EIP-6963 announcement, or TIP-6963's of the same shape, from an event that any script may have created;
 * null for anything else.
 */
export function readAnnouncement(event: Event): FoundWallet | null {
  const detail = 'detail' in event ? event.detail : null
  if (!isRecord(detail) || !isRecord(detail['info']) || !isProvider(detail['provider'])) return null
  const { uuid, name, icon, rdns } = detail['info']
  if (typeof uuid !== 'string' || uuid === '' || typeof name !== 'string') return null
  const info = {
    id: uuid,
    name: name.trim().slice(0, MAX_NAME_LENGTH) || 'Wallet',
    rdns: typeof rdns === 'string' && rdns !== '' ? rdns : null,
    icon: safeIcon(icon),
    isLegacy: false,
    isLastUsed: false,
  }
  return { info, provider: detail['provider'] }
}

/** Only a `data:image/` URI may be shown: a remote icon would disclose to its host who pays where. */
export function safeIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_ICON_LENGTH) return null
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(icon.trim()) ? icon.trim() : null
}

/**
 * The provider at `window.ethereum`, except for a provider that has already announced itself and TronLink's
 * substitute.
 */
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

/** Id of the wallet that the page itself passes. */
export const OWN_ID = 'page'

/** A wallet that the page itself passes. */
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

/** Inside a Safe's page, that Safe has priority over any wallet used before in this browser. */
function rank({ info }: FoundWallet): number {
  return info.kind === 'safe' ? 2 : Number(info.isLastUsed)
}

/** TronLink injects an EVM-looking provider that cannot pay on EVM networks. */
function isTronLink(provider: Provider): boolean {
  return readFlag(provider, 'isTronLink')
}

/** Flags are often getters of a class, which spreading does not copy. */
function readFlag(provider: Provider, flag: string): boolean {
  return Reflect.get(provider, flag) === true
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
