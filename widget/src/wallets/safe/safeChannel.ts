/** The part of `window` that talks to a Safe. */
export type SafeScope = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly parent: Pick<Window, 'postMessage'>
}

/** Calls to the page of the Safe that this page is shown in. */
export type SafeChannel = {
  /** Resolves with what the Safe answered; rejects with SafeError when it answered with an error, or not in time. */
  send(method: SafeMethod, params: unknown, timeoutMs?: number): Promise<unknown>
}

/** What a Safe is asked. The protocol is that of the Safe Apps SDK, version 9. */
export type SafeMethod = 'getSafeInfo' | 'sendTransactions' | 'rpcCall' | 'getTxBySafeTxHash'

/** A Safe did not do what it was asked. */
export class SafeError extends Error {
  override readonly name = 'SafeError'
  /** 4001: its owner declined. -32603: anything else, which proves nothing. */
  readonly code: 4001 | -32603

  constructor(code: 4001 | -32603, message: string) {
    super(message)
    this.code = code
  }
}

const SDK_VERSION = '9.1.0'
const MAX_ERROR_LENGTH = 200

/** Opens the channel: only the page around this one is heard. */
export function openSafeChannel(scope: SafeScope): SafeChannel {
  return {
    send(method, params, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const id = crypto.randomUUID()
      function onMessage(event: Event): void {
        const answer = readAnswer(event, scope.parent, id)
        if (answer === null) return
        if ('data' in answer) resolve(answer.data)
        else reject(toError(answer.error))
      }
      scope.addEventListener('message', onMessage)
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => reject(new SafeError(-32603, 'The Safe did not answer.')), timeoutMs)
      const env = { sdkVersion: SDK_VERSION }
      // Any page may be around this one: which one is a Safe, its answer tells.
      scope.parent.postMessage({ id, method, params, env }, '*')
      return promise.finally(() => {
        clearTimeout(timer)
        scope.removeEventListener('message', onMessage)
      })
    },
  }
}

function readAnswer(
  event: Event,
  parent: unknown,
  id: string,
): { readonly data: unknown } | { readonly error: unknown } | null {
  if (!(event instanceof MessageEvent) || event.source !== parent) return null
  const { data } = event
  if (typeof data !== 'object' || data === null || data.id !== id) return null
  return data.success === true ? { data: data.data } : { error: data.error }
}

/** Safes answer with a sentence. */
function toError(said: unknown): SafeError {
  const message = typeof said === 'string' ? said.slice(0, MAX_ERROR_LENGTH) : 'The Safe failed.'
  return new SafeError(/reject|declin|cancel/i.test(message) ? 4001 : -32603, message)
}
