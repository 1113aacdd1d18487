import {
  SpConfirmedEvent,
  SpConnectEvent,
  SpDisconnectEvent,
  SpErrorEvent,
  SpOptionEvent,
  SpPartialEvent,
  SpReadyEvent,
  SpResumeEvent,
  SpStateChangeEvent,
  SpStepEvent,
  SpSuccessEvent,
  SpTransactionEvent,
} from './events.ts'
import type { Model, Signal } from './model.ts'
import { createReceipt } from './views/succeeded/createReceipt.ts'

/** Tells the page what happened: one `sp-*` event for each signal of the controller. */
export function dispatchSignal(target: EventTarget, signal: Signal, options: SignalOptions): void {
  target.dispatchEvent(createEvent(signal, options))
}

/** What events need beside the signal. */
export type SignalOptions = {
  readonly merchantName: string | null
  readonly describeError: (error: NonNullable<Model['error']>) => string
}

function createEvent(signal: Signal, { merchantName, describeError }: SignalOptions): Event {
  switch (signal.type) {
    case 'ready':
      return new SpReadyEvent({ payment: signal.payment, resumed: signal.resumed })
    case 'statechange':
      return new SpStateChangeEvent({ from: signal.from, to: signal.to, reason: signal.reason })
    case 'connect':
      return new SpConnectEvent({ ...signal.account, kind: 'evm' })
    case 'disconnect':
      return new SpDisconnectEvent()
    case 'option':
      return new SpOptionEvent(signal.option)
    case 'step': {
      const { index, count, kind, status } = signal
      return new SpStepEvent({ index, count, kind, status })
    }
    case 'transaction':
      return new SpTransactionEvent(signal.transaction)
    case 'confirmed':
      return new SpConfirmedEvent({ hash: signal.hash, confirmations: signal.confirmations })
    case 'success': {
      const { payment } = signal
      return new SpSuccessEvent({
        token: payment.token,
        requestIds: payment.requestIds,
        transactions: payment.transactions,
        receipt: createReceipt(payment, merchantName),
      })
    }
    case 'partial':
      return new SpPartialEvent({ payment: signal.payment })
    case 'error':
      return new SpErrorEvent({ ...signal.error, message: describeError(signal.error) })
    case 'resume':
      return new SpResumeEvent({ attempt: signal.attempt })
    default:
      return unreachable(signal)
  }
}

function unreachable(signal: never): never {
  throw new TypeError(`Unknown signal ${JSON.stringify(signal)}.`)
}
