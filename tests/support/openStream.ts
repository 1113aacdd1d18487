import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { waitUntil } from './waitUntil.ts'

/** The data in a secure payment's event. */
type PaymentChange = { status: string; etag: string }
/** One event. */
export type Change<D = PaymentChange> = { event: string; id: string; data: D }
/** An open stream of events, by default of a secure payment; disposing it closes the connection. */
export type Stream<D = PaymentChange> = AsyncDisposable & {
  answer: IncomingMessage
  /** Waits for the event with this number, counted from 1. */
  change(number: number): Promise<Change<D>>
  changes(): Change<D>[]
  /** The received text. */
  text(): string
}

/** Opens a stream of events on a separate connection. */
export async function openStream<D = PaymentChange>(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Stream<D>> {
  const call: ClientRequest = request(url, { headers, agent: false })
  call.on('error', () => undefined)
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  answer.on('error', () => undefined)
  const changes = () => parseChanges<D>(text)
  return {
    answer,
    changes,
    text: () => text,
    async change(number) {
      await waitUntil(() => changes().length >= number)
      const change = changes()[number - 1]
      if (change === undefined) throw new Error('unreachable')
      return change
    },
    async [Symbol.asyncDispose]() {
      call.destroy()
    },
  }
}

/** Parses a stream's events. */
export function parseChanges<D = PaymentChange>(text: string): Change<D>[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      return {
        event: fields['event'] ?? '',
        id: fields['id'] ?? '',
        data: JSON.parse(fields['data'] ?? ''),
      }
    })
}
