import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { PortTakenError, requireFreePort } from './requireFreePort.ts'

it('requireFreePort rejects a port in use and names the setting for another port, and accepts the port once it is free', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  const { port } = address

  const refusal = requireFreePort(port, 'PAY_PORT')
  await expect(refusal).rejects.toThrow(PortTakenError)
  await expect(refusal).rejects.toThrow(`Port ${port} is in use on this machine.`)
  await expect(refusal).rejects.toThrow('PAY_PORT=… npm start')

  server.close()
  await once(server, 'close')
  await requireFreePort(port, 'PAY_PORT')
  await requireFreePort(port, 'PAY_PORT')
})
