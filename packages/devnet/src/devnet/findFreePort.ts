import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The range is below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere). No other process therefore receives the port by
 * chance during a restart.
 */
const FIRST_PORT = 20_000
const PORT_COUNT = 12_000
const MAX_TRIES = 100

/**
 * Returns a TCP port on 127.0.0.1 that was free a moment ago, for a process whose port must be known before it starts. `pick` chooses the
 * candidates. Throws if no candidate is free after many attempts. Scripts use this function before anything is built, so this file imports
 * only Node's modules.
 */
export async function findFreePort(
  pick: () => number = () => FIRST_PORT + randomInt(PORT_COUNT),
): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = pick()
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${MAX_TRIES} ports on 127.0.0.1 is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
