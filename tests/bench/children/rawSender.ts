import { Pool } from 'undici'
import { readUsage, serveParent } from './serveParent.ts'

/** Posts `body` `count` times through an undici pool, with `inFlight` requests at a time. */
export type RawSenderCalls = {
  send(job: { port: number; count: number; inFlight: number; body: string }): Promise<void>
  usage: typeof readUsage
}

serveParent({ send, usage: readUsage } satisfies RawSenderCalls)

async function send({ port, count, inFlight, body }: Parameters<RawSenderCalls['send']>[0]) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: inFlight, pipelining: 1 })
  let sent = 0
  const headers = { 'content-type': 'application/json' }
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (sent < count) {
        sent += 1
        const answer = await pool.request({ method: 'POST', path: '/hook', headers, body })
        await answer.body.dump()
      }
    }),
  )
  await pool.close()
}
