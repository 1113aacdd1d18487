import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { waitUntil } from './waitUntil.ts'

/** One event. */
export type Change = { event: string; id: string; data: { status: string; etag: string } }
/** An open stream of a secure payment's events; disposing it closes the connection. */
export type Stream = AsyncDisposable & {
  answer: IncomingMessage
  /** Waits for the event of this number, from 1. */
  change(number: number): Promise<Change>
  changes(): Change[]
}

/** Opens a stream of events on a separate connection. */
export async function openStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Stream> {
  const call: ClientRequest = request(url, { headers, agent: false })
  call.on('error', () => undefined)
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  answer.on('error', () => undefined)
  const changes = () => parseChanges(text)
  return {
    answer,
    changes,
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

/** Parses the events of a stream. */
export function parseChanges(text: string): Change[] {
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
