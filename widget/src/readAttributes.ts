import type { ControllerOptions } from './controller.ts'
import type { WalletInfo } from './model.ts'
import type { SecurePayment } from './secure-payment.ts'
import { safeUrl } from './text/format.ts'
import type { ViewSettings } from './views/viewContext.ts'
import { WALLETCONNECT_ID } from './wallets/walletConnect/walletConnectId.ts'

/** The attribute that keeps a payment from being read, missing or malformed; null when none does. */
export function findFault({
  token,
  apiBase,
}: Pick<SecurePayment, 'token' | 'apiBase'>): 'token' | 'api-base' | null {
  if (!/^[\w.~-]+$/.test(token ?? '')) return 'token'
  const isUrl =
    /^(https?:\/)?\//i.test(apiBase ?? '') && safeUrl(apiBase, globalThis.location?.href)
  return isUrl ? null : 'api-base'
}

/** What the controller of a payment has to know of the element's attributes and properties. */
export function readOptions(
  element: SecurePayment,
  token: string,
  apiBase: string,
): ControllerOptions {
  // What a wallet keeps of a question that it never answers must not keep the element.
  const held = new WeakRef(element)
  return {
    token,
    apiBase,
    clientId: element.clientId || null,
    pinnedDestinations: splitWords(element.destination),
    wallets: splitWords(element.wallets),
    excludeWallets: splitWords(element.excludeWallets),
    walletFilter: (wallet) => isShown(held.deref(), wallet),
    provider: element.wallet,
    tronProvider: element.tron,
    walletConnect: readWalletConnect(element),
    limits: {
      chains: splitWords(element.chains),
      tokens: splitWords(element.tokens),
      payer: element.payer?.trim() || null,
      confirmations: Number(element.confirmations),
      rpcUrls: element.rpcUrls ?? {},
    },
    autoConnect: element.autoConnect,
    autoSelect: element.autoSelect,
    persist: element.persist === 'session' || element.persist === 'off' ? element.persist : 'on',
    fetch: element.fetch ?? globalThis.fetch,
  }
}

/** A filter that fails is the page's mistake to hear of, and keeps nobody from paying. */
function isShown(element: SecurePayment | undefined, wallet: WalletInfo): boolean {
  const filter = element?.walletFilter
  try {
    return typeof filter === 'function' ? filter(wallet) : true
  } catch (error) {
    reportError(error)
    return true
  }
}

/** What the views have to know of them. */
export function readSettings(element: SecurePayment, isDisabled: boolean): ViewSettings {
  const hostedUrl = findHostedPage(element.payUrl, element.token)
  const { payment } = element
  return {
    merchantName: element.merchantName || null,
    merchantLogo: element.merchantLogo || null,
    hostedUrl,
    payPageUrl: isThisPage(hostedUrl) ? null : hostedUrl,
    walletConnect: readWalletConnect(element),
    // The page's word stands before the service's.
    returnUrl: safeUrl(element.returnUrl || payment?.redirectUrl, globalThis.location?.href),
    returnLabel: element.returnLabel || (!element.returnUrl && payment?.redirectLabel) || null,
    isTestMode: element.testMode,
    isDisabled,
    hasReceipt: !element.withoutReceipt,
    hasAdvanced: !element.withoutAdvanced,
  }
}

/** The merchant's project, unless the page's lists leave WalletConnect out as they do any wallet. */
function readWalletConnect({
  walletconnectProjectId: projectId,
  walletconnectRelayUrl: relayUrl,
  wallets,
  excludeWallets,
}: SecurePayment): ViewSettings['walletConnect'] {
  const names = (list: string | null): boolean => splitWords(list).includes(WALLETCONNECT_ID)
  const isOffered = (!wallets?.trim() || names(wallets)) && !names(excludeWallets)
  return projectId && isOffered ? { projectId, relayUrl: relayUrl || null } : null
}

/** The words of an attribute that lists some, separated by spaces. */
export function splitWords(text: string | null): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean)
}

function findHostedPage(payUrl: string | null, token: string | null): string | null {
  const page = safeUrl(payUrl, globalThis.location?.href)
  if (!page || !token) return null
  const url = new URL(page)
  url.searchParams.set('token', token)
  return url.href
}

/** On a server no page is this one. */
function isThisPage(url: string | null): boolean {
  const page = globalThis.location
  return Boolean(page) && url?.split('?', 1)[0] === page.origin + page.pathname
}
