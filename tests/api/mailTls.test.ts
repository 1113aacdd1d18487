import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { openMailTransport } from '../../host/src/mail/openMailTransport.ts'
import { type Certificate, createCertificates } from '../flows/support/createCertificates.ts'

const MESSAGE = { to: 'merchant@shop.example.test', subject: 'A', text: 'B', html: 'C' }

/** Sends to a server with a certificate; returns the failure and the text that the server received. */
async function sendTo(certificate: Certificate): Promise<{ error: unknown; received: string }> {
  let received = ''
  const server = createServer(certificate, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.write('220 mail.example.test ESMTP\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  const url = `smtps://user:password@localhost:${port}`
  const transport = openMailTransport({ url, from: 'payments@pay.example.test' })
  const { signal } = new AbortController()
  const error: unknown = await transport.send('1', MESSAGE, signal).catch((cause: unknown) => cause)
  await new Promise((resolve) => server.close(resolve))
  return { error, received }
}

it('A mail server whose certificate is not from a trusted authority gets neither a password nor an e-mail', async () => {
  const { valid, expired, otherHost, selfSigned } = createCertificates('localhost')
  for (const [name, certificate] of Object.entries({ valid, expired, otherHost, selfSigned })) {
    const { error, received } = await sendTo(certificate)
    expect(error, name).toMatchObject({ code: 'ESOCKET' })
    expect(received, name).toBe('')
  }
})
