/** The part of `window` that communicates with a Safe. */
export type SafeScope = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly parent: Pick<Window, 'postMessage'>
}

/** Sends calls to the Safe that embeds this page. */
export type SafeChannel = {
  /** Resolves with the Safe's response; rejects with SafeError when it is an error, or after a timeout. */
  send(method: SafeMethod, params: unknown, timeoutMs?: number): Promise<unknown>
}

/** The requests to a Safe. Uses the protocol of the Safe Apps SDK, version 9. */
type SafeMethod = 'getSafeInfo' | 'sendTransactions' | 'rpcCall' | 'getTxBySafeTxHash'

/** A Safe did not fulfil a request. */
class SafeError extends Error {
  override readonly name = 'SafeError'
  /** 4001: its owner declined. -32603: any other failure, which proves nothing. */
  readonly code: 4001 | -32603

  constructor(code: 4001 | -32603, message: string) {
    super(message)
    this.code = code
  }
}

const SDK_VERSION = '9.1.0'
const MAX_ERROR_LENGTH = 200

/** Opens the channel; accepts messages from the surrounding page only. */
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
      // Any page may embed this one, so the origin is unknown; only the response shows whether the embedder is a Safe.
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

/** A Safe returns an error as text, without a code. */
function toError(said: unknown): SafeError {
  const message = typeof said === 'string' ? said.slice(0, MAX_ERROR_LENGTH) : 'The Safe failed.'
  return new SafeError(/reject|declin|cancel/i.test(message) ? 4001 : -32603, message)
}
