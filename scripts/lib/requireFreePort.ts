import { once } from 'node:events'
import { createServer } from 'node:net'

/** Another process listens on a port that this process needs. */
export class PortTakenError extends Error {
  override name = 'PortTakenError'

  constructor(facts: { port: number; variable: string; cause: unknown }) {
    const { port, variable, cause } = facts
    super(`Port ${port} is in use on this machine. Choose another port: ${variable}=… npm start`, {
      cause,
    })
  }
}

/**
 * Checks that a TCP port on 127.0.0.1 is free; `variable` is the setting for another port. Without this check, a second `npm start` would
 * call the host of the first, which would reject the second's API key.
 *
 * @throws PortTakenError
 */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    throw isTaken ? new PortTakenError({ port, variable, cause }) : cause
  }
  server.close()
  await once(server, 'close')
}
