import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort } from './findFreePort.ts'

const KERNEL_RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

it('findFreePort returns a port on which a server can listen', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
})

it.runIf(existsSync(KERNEL_RANGE))(
  'findFreePort returns a port outside the ephemeral range of the system',
  async () => {
    const [first = 0] = readFileSync(KERNEL_RANGE, 'utf8').trim().split(/\s+/).map(Number)
    expect(await findFreePort()).toBeLessThan(first)
  },
)

it('findFreePort skips ports in use, and throws if all are in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : 0
  const free = await findFreePort()
  const picks = [taken, taken, free]
  expect(await findFreePort(() => picks.shift() ?? 0)).toBe(free)
  await expect(findFreePort(() => taken)).rejects.toThrow('None of 100 ports')
  server.close()
  await once(server, 'close')
})
