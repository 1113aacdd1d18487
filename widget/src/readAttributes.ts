import type { WalletInfo } from './accountInfo.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import type { PaymentElement } from './PaymentElement.ts'
import { safeUrl } from './text/format.ts'
import type { ViewSettings } from './views/viewContext.ts'
import { WALLETCONNECT_ID } from './wallets/walletConnect/walletConnectId.ts'

/** Finds the missing or malformed attribute that prevents the element from reading a payment; null if there is none. */
export function findFault({
  token,
  apiBase,
}: Pick<PaymentElement, 'token' | 'apiBase'>): 'token' | 'api-base' | null {
  if (!/^[\w.~-]+$/.test(token ?? '')) return 'token'
  const isUrl =
    /^(https?:\/)?\//i.test(apiBase ?? '') && safeUrl(apiBase, globalThis.location?.href)
  return isUrl ? null : 'api-base'
}

/** Reads the controller's data from the element's attributes and properties. */
export function readOptions(
  element: PaymentElement,
  token: string,
  apiBase: string,
): ControllerOptions {
  // A wallet's pending request must not keep a reference to the element.
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

/** A filter that throws is an error in the page: it is reported, and does not block the payer. */
function isShown(element: PaymentElement | undefined, wallet: WalletInfo): boolean {
  const filter = element?.walletFilter
  try {
    return typeof filter === 'function' ? filter(wallet) : true
  } catch (error) {
    reportError(error)
    return true
  }
}

/** Reads the views' data from the element's attributes and properties. */
export function readSettings(element: PaymentElement, isDisabled: boolean): ViewSettings {
  const hostedUrl = findHostedPage(element.payUrl, element.token)
  const { payment } = element
  return {
    merchantName: element.merchantName || null,
    merchantLogo: element.merchantLogo || null,
    hostedUrl,
    payPageUrl: isThisPage(hostedUrl) ? null : hostedUrl,
    walletConnect: readWalletConnect(element),
    // The page's value overrides the service's.
    returnUrl: safeUrl(element.returnUrl || payment?.redirectUrl, globalThis.location?.href),
    returnLabel: element.returnLabel || (!element.returnUrl && payment?.redirectLabel) || null,
    isTestMode: element.testMode,
    isDisabled,
    hasReceipt: !element.withoutReceipt,
    hasAdvanced: !element.withoutAdvanced,
  }
}

/** Returns the merchant's project, unless the page's lists exclude WalletConnect, as they can exclude any wallet. */
function readWalletConnect({
  walletconnectProjectId: projectId,
  walletconnectRelayUrl: relayUrl,
  wallets,
  excludeWallets,
}: PaymentElement): ViewSettings['walletConnect'] {
  const names = (list: string | null): boolean => splitWords(list).includes(WALLETCONNECT_ID)
  const isOffered = (!wallets?.trim() || names(wallets)) && !names(excludeWallets)
  return projectId && isOffered ? { projectId, relayUrl: relayUrl || null } : null
}

/** Returns the space-separated words of an attribute. */
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

/** On a server, there is no current page. */
function isThisPage(url: string | null): boolean {
  const page = globalThis.location
  return Boolean(page) && url?.split('?', 1)[0] === page.origin + page.pathname
}
