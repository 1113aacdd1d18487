import type { ServerResponse } from 'node:http'
import type { Caller } from '../auth/caller.ts'
import { onCredentialsChange } from '../auth/credentials.ts'
import { createCredentialWatch } from '../auth/watchCredentials.ts'
import type { Context } from '../context.ts'
import { EventStream } from './eventStream.ts'
import { sendEvents } from './sendEvents.ts'

/** A stream, its caller, and a function that authenticates that caller again. */
export type OpenedStream = {
  stream: EventStream
  caller: Caller | null
  authenticate: () => Promise<Caller>
}

/**
 * Sends streams of events; each ends after its lifetime, when the host stops, or when its caller's credential is
 * revoked.
 */
export function createStreamSender(
  context: Pick<Context, 'config' | 'db' | 'log' | 'signal'>,
): (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  opened: OpenedStream,
) => void {
  const { config, log, signal } = context
  const lifetimeMs = config.streams.lifetimeS * 1_000
  const onChange = (listener: () => void) => onCredentialsChange(context, listener)
  const credentials = createCredentialWatch({ log, onChange })
  return (response, headers, { stream, caller, authenticate }) => {
    if (caller === null) {
      sendEvents(response, headers, { stream, signals: [signal], lifetimeMs })
      return
    }
    const watching = credentials.watch(caller, authenticate)
    const { retryMs } = stream
    const watched = new EventStream(
      (sink) => {
        const stop = stream.open(sink)
        return () => {
          stop()
          watching.release()
        }
      },
      { retryMs },
    )
    const signals = [signal, watching.signal]
    sendEvents(response, headers, { stream: watched, signals, lifetimeMs })
  }
}
