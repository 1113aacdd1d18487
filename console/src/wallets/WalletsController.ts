import { type Discovery, discoverWallets } from '@secure-payment/widget/wallets'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { evmPayingWallet } from './evmPayingWallet.ts'
import { evmWallet } from './evmWallet.ts'
import type { PayingWallet } from './payingWallet.ts'
import type { SignInWallet } from './signInWallet.ts'
import { findTronWallet } from './tronWallet.ts'

/** The wallets of the page, the ones that announce themselves later too. */
export class WalletsController implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #tronName: string
  #discovery: Discovery | null = null

  constructor(host: ReactiveControllerHost, options: { tronName: string }) {
    this.#host = host
    this.#tronName = options.tronName
    host.addController(this)
  }

  hostConnected(): void {
    this.#discovery = discoverWallets({
      scope: window,
      lastUsed: () => null,
      only: [],
      except: [],
      own: null,
      onChange: () => this.#host.requestUpdate(),
    })
  }

  hostDisconnected(): void {
    this.#discovery?.dispose()
    this.#discovery = null
  }

  /** Those that can sign in. */
  list(): readonly SignInWallet[] {
    const evm = (this.#discovery?.list() ?? []).map(evmWallet)
    const tron = findTronWallet(window, this.#tronName)
    return tron === null ? evm : [...evm, tron]
  }

  /** Those that can pay on an EVM network. */
  listPaying(): readonly PayingWallet[] {
    return (this.#discovery?.list() ?? []).map(evmPayingWallet)
  }
}
