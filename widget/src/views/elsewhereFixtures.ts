import type { Model } from '../model.ts'
import { linkWords } from '../text/linkWords.ts'
import { Ways, type WaysView } from './phone/Ways.ts'
import { findWalletApps } from './phone/walletApps.ts'

/** A preview of a connection to a wallet on another device: the screen, and the data that replaces this browser's. */
type Staging = { readonly kind: 'phone' | 'apps'; readonly view: Partial<WaysView> }

const staged = new WeakMap<Model, Staging>()

// Shows states that a desktop browser cannot reach alone: a relay that responds, one that does not, and a phone's apps.
Ways.stage = (shown, model) => {
  const staging = staged.get(model)
  return staging ? { kind: staging.kind, view: { ...shown.view, ...staging.view } } : shown
}

const NETWORK = { id: 'base', family: 'evm' } as const

/** A pairing URI as long as WalletConnect's. */
const PAIRING_URI =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1772460600'

/**
 * Returns the fixtures of screens that lead to another device or page, by name. `connect` is the wallet choice in a
 * browser without wallets.
 */
export function createElsewhereFixtures(connect: Model): Readonly<Record<string, Model>> {
  const stage = (kind: Staging['kind'], view: Staging['view']): Model => {
    const model = { ...connect }
    staged.set(model, { kind, view })
    return model
  }
  const phone = (view: Staging['view']): Model =>
    stage('phone', { isChosen: true, canScan: true, canPair: true, ...view })
  const pairing = (pairing: WaysView['pairing']): Model => phone({ tab: 'walletconnect', pairing })
  const [app] = findWalletApps('https://pay.example/', NETWORK, { only: [], except: [] })
  const link = { url: 'https://pay.example.test/?token=01KB4Z', say: linkWords }
  return {
    'unavailable-reusable': {
      ...connect,
      payment: null,
      state: 'unavailable',
      unavailable: { reason: 'not_payable', retryAt: null, link },
    },
    'connect-phone': phone({ tab: 'scan' }),
    'connect-pairing-opening': pairing({ kind: 'opening' }),
    'connect-pairing': pairing({ kind: 'waiting', uri: PAIRING_URI }),
    'connect-pairing-expired': pairing({ kind: 'expired' }),
    'connect-pairing-declined': pairing({ kind: 'rejected' }),
    'connect-pairing-unreachable': pairing({ kind: 'unreachable' }),
    'connect-apps': stage('apps', { canPair: true }),
    'connect-apps-unopened': stage('apps', { canPair: true, unopened: app ?? null }),
  }
}
