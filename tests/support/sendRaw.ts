import { connect } from 'node:net'
import type { Host } from '@secure-payment/host'

/**
 * Sends the bytes of one HTTP/1.1 request unchanged, for headers that HTTP clients refuse to send, and returns the whole response.
 */
export async function sendRaw(
  host: Pick<Host, 'port'>,
  lines: readonly string[],
): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(host.port, '127.0.0.1')
  const isNamed = lines.some((line) => /^host:/i.test(line))
  const all = [...lines, ...(isNamed ? [] : ['Host: localhost']), 'Connection: close', '', '']
  socket.write(Buffer.from(all.join('\r\n'), 'latin1'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('latin1')
  const [head = '', ...body] = text.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    headers: head.toLowerCase(),
    body: body.join('\r\n\r\n'),
  }
}
