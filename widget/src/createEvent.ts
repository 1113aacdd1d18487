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
  SpTransactionEvent,
} from './events.ts'
import type { Model, Signal } from './model.ts'

/**
 * Creates the `sp-*` event of a signal, except for `sp-success`, which needs the receipt. `describeError` returns an
 * error's sentence, or its code.
 */
export function createEvent(
  signal: Exclude<Signal, { type: 'success' }>,
  { persistence }: Pick<Model, 'persistence'>,
  describeError: (error: NonNullable<Model['error']>) => string,
): Event {
  switch (signal.type) {
    case 'ready':
      return new SpReadyEvent({ ...withoutType(signal), persistence })
    case 'statechange':
      return new SpStateChangeEvent(withoutType(signal))
    case 'connect':
      return new SpConnectEvent({
        ...signal.account,
        kind: signal.account.address.startsWith('0x') ? 'evm' : 'tron',
      })
    case 'disconnect':
      return new SpDisconnectEvent()
    case 'option':
      return new SpOptionEvent({
        ...signal.option,
        chain: signal.option.network,
        token: signal.option.symbol,
      })
    case 'step':
      return new SpStepEvent(withoutType(signal))
    case 'transaction':
      return new SpTransactionEvent(signal.transaction)
    case 'confirmed':
      return new SpConfirmedEvent(withoutType(signal))
    case 'partial':
      return new SpPartialEvent(withoutType(signal))
    case 'error':
      return new SpErrorEvent({ ...signal.error, message: describeError(signal.error) })
    case 'resume':
      return new SpResumeEvent(withoutType(signal))
    default:
      return signal satisfies never
  }
}

function withoutType<T extends { readonly type: string }>({ type, ...detail }: T): Omit<T, 'type'> {
  return detail
}
