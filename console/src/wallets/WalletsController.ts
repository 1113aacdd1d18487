import {
  type Discovery,
  discoverTronWallets,
  discoverWallets,
} from '@secure-payment/widget/wallets'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { evmPayingWallet } from './evmPayingWallet.ts'
import { evmWallet } from './evmWallet.ts'
import type { PayingWallet } from './payingWallet.ts'
import type { SignInWallet } from './signInWallet.ts'
import { tronWallet } from './tronWallet.ts'

/** The page's wallets on EVM networks and on Tron, including those that announce themselves later. */
export class WalletsController implements ReactiveController {
  readonly #host: ReactiveControllerHost
  #evm: Discovery | null = null
  #tron: Discovery | null = null

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    const options = {
      scope: window,
      lastUsed: () => null,
      only: [],
      except: [],
      own: null,
      onChange: () => this.#host.requestUpdate(),
    }
    this.#evm = discoverWallets(options)
    this.#tron = discoverTronWallets(options)
  }

  hostDisconnected(): void {
    this.#evm?.dispose()
    this.#tron?.dispose()
    this.#evm = null
    this.#tron = null
  }

  /** Returns the wallets that can sign in. */
  list(): readonly SignInWallet[] {
    const evm = (this.#evm?.list() ?? []).map(evmWallet)
    const tron = (this.#tron?.list() ?? []).map(tronWallet)
    return [...evm, ...tron]
  }

  /** Returns the wallets that can pay on an EVM network. */
  listPaying(): readonly PayingWallet[] {
    return (this.#evm?.list() ?? []).map(evmPayingWallet)
  }
}
