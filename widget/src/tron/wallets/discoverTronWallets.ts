import {
  arrangeWallets,
  type Discovery,
  type DiscoveryOptions,
  type FoundWallet,
  MAX_WALLETS,
  OWN_ID,
  ownWallet,
  readAnnouncement,
} from '../../wallets/discoverWallets.ts'
import { createTronProvider, type TronDialect } from './createTronProvider.ts'
import { findTronWeb, type Injected, isInjected } from './injected.ts'

/** The events of wallets that load late: TronLink's app injects after the page has loaded. */
const LATE_EVENTS = ['TIP6963:announceProvider', 'tronLink#initialized'] as const
/** Other late wallets send no event, so the search repeats after these delays, in milliseconds. */
const CHECK_AGAIN_MS = [300, 1_000, 3_000] as const

const TRONLINK = { name: 'TronLink', rdns: 'org.tronlink.www' }

/** A wallet and its object in the page. */
type TronWallet = FoundWallet & { readonly injected: Injected }

/**
 * Finds the wallets that can pay on Tron, each once: by TIP-6963, then the objects of older wallets at `window.tron`, `window.tronLink` and
 * `window.tronWeb`. Does not search for EVM wallets.
 */
export function discoverTronWallets(options: DiscoveryOptions): Discovery {
  const { scope } = options
  const announced = new Map<string, TronWallet>()
  const older = new Map<TronDialect, TronWallet>()
  let isReturned = false

  function tell(): void {
    if (isReturned) options.onChange()
  }
  function onLate(event: Event): void {
    const read = readAnnouncement(event)
    if (read !== null) {
      const known = announced.get(read.info.id)
      if (known?.injected === read.provider) return
      if (known === undefined && announced.size >= MAX_WALLETS) return
      announced.set(read.info.id, wrap(read.info, read.provider, 'tip1193'))
    }
    tell()
  }
  function wrap(info: FoundWallet['info'], injected: Injected, dialect: TronDialect): TronWallet {
    const find = () => (dialect === 'tip1193' ? injected : readLegacy(scope, dialect))
    const provider = createTronProvider({ dialect, find, scope })
    return { info, injected, provider }
  }
  /** Creates each wallet once, so that a connected wallet keeps its identity in the list. */
  function legacy(injected: Injected, dialect: TronDialect): TronWallet {
    const known = older.get(dialect)
    if (known !== undefined) return known
    const isTronLink = dialect === 'tronLink' || injected.isTronLink === true
    const { name, rdns } = isTronLink ? TRONLINK : { name: 'Browser wallet', rdns: null }
    const rest = { icon: null, isLegacy: true, isLastUsed: false }
    const made = wrap({ id: `tron-${dialect}`, name, rdns, ...rest }, injected, dialect)
    older.set(dialect, made)
    return made
  }

  for (const event of LATE_EVENTS) scope.addEventListener(event, onLate)
  scope.dispatchEvent(new Event('TIP6963:requestProvider'))
  const timers = CHECK_AGAIN_MS.map((ms) => setTimeout(tell, ms))
  const own = options.own && wrap(ownWallet(options.own).info, options.own, 'tip1193')
  isReturned = true

  function list(): readonly FoundWallet[] {
    const known = [...(own === null ? [] : [own]), ...announced.values()]
    const all = [...known]
    for (const dialect of LEGACY) {
      const injected = readLegacy(scope, dialect)
      if (injected === null || all.some((wallet) => isSame(wallet, injected, dialect))) continue
      all.push(legacy(injected, dialect))
    }
    return arrangeWallets(all, options)
  }

  return {
    list,
    find: (id) =>
      list().find(({ info }) => info.id === id) ?? list().find(({ info }) => info.rdns === id),
    dispose() {
      for (const event of LATE_EVENTS) scope.removeEventListener(event, onLate)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** The interfaces in order of priority, the newest first. */
const LEGACY = ['tip1193', 'tronLink', 'tronWeb'] as const

/**
 * Reads the object at `window.tron`, `window.tronLink` or, as a separate wallet, at `window.tronWeb`. Returns null if there is no wallet.
 */
function readLegacy(scope: object, dialect: TronDialect): Injected | null {
  if (dialect === 'tronWeb') {
    const tronWeb: unknown = Reflect.get(scope, 'tronWeb')
    // A page's own tronweb has no account.
    return isInjected(tronWeb) && isInjected(tronWeb['defaultAddress']) ? { tronWeb } : null
  }
  const value: unknown = Reflect.get(scope, dialect === 'tip1193' ? 'tron' : 'tronLink')
  return isInjected(value) && typeof value.request === 'function' ? value : null
}

/**
 * Returns whether an older injection is a wallet that is already listed: the same object, the same tronWeb, or TronLink
 * twice.
 */
function isSame(known: TronWallet, injected: Injected, dialect: TronDialect): boolean {
  if (known.injected === injected) return true
  const tronWeb = findTronWeb(injected)
  if (tronWeb !== null && findTronWeb(known.injected) === tronWeb) return true
  // In all other cases, the wallet that the page passes is not an injected one.
  if (known.info.id === OWN_ID) return false
  const isTronLink = dialect === 'tronLink' || injected.isTronLink === true
  const isKnownTronLink = known.injected.isTronLink === true || known.info.rdns === TRONLINK.rdns
  if (isTronLink && isKnownTronLink) return true
  // A bare tronWeb belongs to the listed wallet, even while that wallet is locked.
  return dialect === 'tronWeb'
}
