import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { isSame, type NetworkChoice, type TokenChoice } from '../networkChoices.ts'

/** A network and one of its tokens. */
export type PickedToken = { readonly network: NetworkChoice; readonly token: TokenChoice }

/** Stores the chosen network and token; the first network and its first token are the default. */
export class TokenPickerController implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #onChange: () => void
  #networkId: string | null = null
  #tokenAddress: string | null = null

  constructor(host: ReactiveControllerHost, onChange: () => void = () => {}) {
    this.#host = host
    this.#onChange = onChange
    host.addController(this)
  }

  hostConnected(): void {}

  /** Returns the choice among `networks`; null if there are no networks. */
  pick(networks: readonly NetworkChoice[]): PickedToken | null {
    const network = networks.find(({ id }) => id === this.#networkId) ?? networks[0]
    if (network === undefined) return null
    const chosen = this.#tokenAddress
    const token =
      network.tokens.find(({ address }) => chosen !== null && isSame(address, chosen)) ??
      network.tokens[0]
    return token === undefined ? null : { network, token }
  }

  chooseNetwork(id: string): void {
    this.#networkId = id
    this.#tokenAddress = null
    this.#changed()
  }

  chooseToken(address: string): void {
    this.#tokenAddress = address
    this.#changed()
  }

  /** Chooses the network and token of a destination. */
  start(networks: readonly NetworkChoice[], from: { chainId: number; tokenAddress: string }): void {
    this.#networkId = networks.find(({ chainId }) => chainId === from.chainId)?.id ?? null
    this.#tokenAddress = from.tokenAddress
    this.#changed()
  }

  #changed(): void {
    this.#host.requestUpdate()
    this.#onChange()
  }
}
