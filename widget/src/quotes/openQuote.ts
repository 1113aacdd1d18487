import type { Task } from '../steps/session.ts'
import { tellServer } from '../steps/tellServer.ts'
import { parseQuote, type Quote } from './parseQuote.ts'

/** Requests the current quote from the service. Reports the failure and returns null without one. */
export async function openQuote({ session, signal, tell }: Task): Promise<Quote | null> {
  const wallet = session.state().account?.address
  if (wallet === undefined) return null
  const answer = await session.api.quote({ wallet, signal })
  if (answer.kind === 'quote') return parseQuote(answer.said)
  tellServer(answer, tell)
  return null
}
