import {
  type AllowedWallets,
  findKnownWallets,
  type PaidNetwork,
} from '../../wallets/known/knownWallets.ts'

/** A wallet's app that can open the payment in its own browser. */
export type WalletApp = {
  readonly name: string
  /** A `data:image/` URI. */
  readonly icon: string
  /** Opens the payment in the app. */
  readonly href: string
  /** The web page that offers the app. */
  readonly installUrl: string
}

/**
 * Finds the apps that can pay on a network, with links to this payment's hosted page. Each link is encoded as its wallet documents it.
 * Returns the apps that the page allows, in the page's order.
 */
export function findWalletApps(
  url: string,
  network: PaidNetwork,
  allowed: AllowedWallets,
): readonly WalletApp[] {
  return findKnownWallets(network, allowed).flatMap(({ name, icon, installUrl, open }) =>
    open ? [{ name, icon, installUrl, href: open({ url, family: network.family }) }] : [],
  )
}
