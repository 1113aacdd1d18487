import type { Controller } from './controller.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import { initialState } from './machine/state.ts'
import { toModel } from './machine/toModel.ts'
import type { Model, Signal } from './model.ts'
import type { PaymentElement } from './PaymentElement.ts'
import { findFault, readOptions } from './readAttributes.ts'

/** The model of an element without a payment. */
export const idleModel: Model = toModel(initialState)

type Calls = {
  /** Creates the controller of a payment. */
  create(options: ControllerOptions): Controller
  /** Called with every new model, and with the model's signal, if any. */
  onModel(model: Model, signal: Signal | null): void
}

/** Runs the payment that the element's attributes name. */
export class PaymentRunner {
  model: Model = idleModel
  /** The token of the displayed payment: the attribute may already name the next one. */
  token: string | null = null
  /** The controller of the payment that runs; null without one. */
  controller: Controller | null = null
  readonly #element: PaymentElement
  readonly #calls: Calls
  #unsubscribe: (() => void) | null = null
  #faultTimer: ReturnType<typeof setTimeout> | undefined

  constructor(element: PaymentElement, calls: Calls) {
    this.#element = element
    this.#calls = calls
  }

  /** Starts the payment from the beginning; resolves when its first screen is known. */
  async load(): Promise<void> {
    this.#start()
    await this.controller?.load()
  }

  /** Starts the payment that the attributes name now, or reports that one of them is missing. */
  startSoon(): void {
    this.stop()
    if (!this.#element.isConnected) return
    const fault = findFault(this.#element)
    if (fault === null) this.#element.load().catch(reportError)
    // The missing attribute may arrive soon: pages that fetch their token insert the element first.
    else this.#faultTimer = setTimeout(() => this.#tellFault(fault), FAULT_MS)
  }

  /** Ends the payment in this page; its record remains. */
  stop(): void {
    clearTimeout(this.#faultTimer)
    this.#unsubscribe?.()
    this.#unsubscribe = null
    this.controller?.dispose()
    this.controller = null
    this.model = idleModel
    this.#element.requestUpdate()
  }

  #start(): void {
    const { token, apiBase } = this.#element
    this.stop()
    if (!token || !apiBase || findFault(this.#element) !== null) return
    const options = readOptions(this.#element, token, apiBase)
    this.token = token
    const controller = this.#calls.create(options)
    this.controller = controller
    if (this.#element.telemetry === 'on') {
      import('./merchant/telemetry.ts').then(
        ({ followTelemetry }) => followTelemetry(controller, options),
        () => {}, // No code waits for the result.
      )
    }
    this.model = controller.model
    this.#unsubscribe = controller.subscribe((model, signal) => this.#follow(model, signal))
    this.#element.requestUpdate()
  }

  /** The merchant reads the error; the payer reads that there is nothing to pay. */
  #tellFault(fault: string): void {
    console.warn(`<secure-payment> shows no payment: its ${fault} is missing or malformed.`)
    const unavailable = { reason: 'not_found', retryAt: null } as const
    this.#follow(
      { ...idleModel, state: 'unavailable', unavailable },
      { type: 'statechange', from: 'idle', to: 'unavailable', reason: 'fault' },
    )
  }

  #follow(model: Model, signal: Signal | null): void {
    this.model = model
    this.#calls.onModel(model, signal)
  }
}

/** The delay before missing or invalid attributes count as final. */
const FAULT_MS = 2_000
