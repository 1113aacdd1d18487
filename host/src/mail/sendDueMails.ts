import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { MAIL_RESTS_MS } from './mailSchedule.ts'
import type { MailTransport } from './openMailTransport.ts'

type SendContext = Pick<Context, 'db' | 'now' | 'log' | 'sealer' | 'signal'>

/** The maximum number of e-mails that one step sends at the same time. */
const MAILS_A_STEP = 8
/** The maximum time from the connection to the server's acceptance. */
const MAIL_DEADLINE_MS = 60_000
/** The duration of a claim's lease: longer than an attempt and the update of its row. */
export const MAIL_LEASE_MS = 120_000
const MAX_ATTEMPTS = MAIL_RESTS_MS.length + 1

/** A row that only this host processes until its lease ends. */
type Claim = { id: string; sealed_message: string; attempt: number; due_at: string }

const storedMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

/**
 * Sends due e-mails. Retries each one on a schedule until the server accepts or rejects it, or the attempts are used up. An
 * attempt counts as soon as it is claimed, so an attempt that kills its host counts too. If a host dies after the server has
 * accepted an e-mail, the next host sends the e-mail again with the same Message-ID.
 */
export async function sendDueMails(
  context: SendContext,
  transport: MailTransport,
): Promise<{ more: boolean }> {
  const claims = await claimMails(context)
  await Promise.all(claims.map((claim) => sendOne(context, transport, claim)))
  return { more: claims.length === MAILS_A_STEP }
}

/** Claims due rows, one per merchant in rotation; a claim moves `due_at` to the end of its lease. */
async function claimMails({ db, now }: SendContext): Promise<Claim[]> {
  const at = now().toISOString()
  const leaseUntil = new Date(now().getTime() + MAIL_LEASE_MS).toISOString()
  // The outer conditions are checked again after the wait for another host's claim.
  return db.transaction(async (tx) => {
    const { rows } = await sql<Claim>`
      update mails set due_at = ${leaseUntil}, attempt = attempt + 1
      where status = 'pending' and due_at <= ${at} and id in (
        select id from (
          select id, due_at, row_number() over (partition by tenant_id order by due_at, id) as place
          from mails where status = 'pending' and due_at <= ${at}
        ) as due order by place, due_at, id limit ${MAILS_A_STEP}
      ) returning id, sealed_message, attempt, due_at`.execute(tx)
    return rows
  })
}

async function sendOne(
  context: SendContext,
  transport: MailTransport,
  claim: Claim,
): Promise<void> {
  if (claim.attempt > MAX_ATTEMPTS) return end(context, claim, 'LEASE_ENDED')
  try {
    const text = context.sealer.open('mail', claim.sealed_message)
    const message = storedMessage.parse(JSON.parse(text))
    const deadline = AbortSignal.timeout(MAIL_DEADLINE_MS)
    await transport.send(claim.id, message, AbortSignal.any([deadline, context.signal]))
  } catch (error) {
    // If this host is stopping, another host sends the e-mail after the lease has ended.
    if (!context.signal.aborted) await noteFailure(context, claim, error)
    return
  }
  await end(context, claim, null)
}

async function noteFailure(context: SendContext, claim: Claim, error: unknown): Promise<void> {
  const { reason, isFinal } = readFailure(error)
  const restMs = MAIL_RESTS_MS[claim.attempt - 1]
  if (isFinal || restMs === undefined) return end(context, claim, reason)
  const dueAt = new Date(context.now().getTime() + restMs).toISOString()
  await context.db.kysely
    .updateTable('mails')
    .set({ due_at: dueAt, last_error: reason })
    .where('id', '=', claim.id)
    .where('attempt', '=', claim.attempt)
    .where('status', '=', 'pending')
    .execute()
  context.log.warn({ mailId: claim.id, attempt: claim.attempt, reason }, 'Could not send an e-mail')
}

/** Marks a message as sent or dead, and deletes its address and text. */
async function end(context: SendContext, claim: Claim, reason: string | null): Promise<void> {
  const status = reason === null ? 'sent' : 'dead'
  await context.db.kysely
    .updateTable('mails')
    .set({
      status,
      sealed_message: '',
      completed_at: context.now().toISOString(),
      last_error: reason,
    })
    .where('id', '=', claim.id)
    .where('attempt', '=', claim.attempt)
    .where('status', '=', 'pending')
    .execute()
  const facts = { mailId: claim.id, attempt: claim.attempt }
  if (reason === null) context.log.debug(facts, 'Sent an e-mail')
  else context.log.error({ ...facts, reason }, 'Gave up on an e-mail')
}

/** The SMTP commands whose permanent rejection (5xx) is about the address or the message. */
const COMMANDS_OF_MESSAGE: readonly unknown[] = ['RCPT TO', 'DATA']

/**
 * Reads a failure's codes, without the server's text, which may contain the address. Only a permanent rejection of the
 * address or the message is final; the operator can correct the login, the sender and the connection.
 */
function readFailure(error: unknown): { reason: string; isFinal: boolean } {
  if (!(error instanceof Error)) return { reason: 'UNKNOWN', isFinal: false }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const command = 'command' in error ? error.command : null
  return {
    reason: status === null ? code : `${code} ${status}`,
    isFinal: COMMANDS_OF_MESSAGE.includes(command) && status !== null && status >= 500,
  }
}
