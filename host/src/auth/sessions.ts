import { hash } from 'node:crypto'
import type { Role } from '@secure-payment/core/api'
import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'
import { isSameDigest } from './apiKey.ts'
import type { SessionCaller } from './caller.ts'
import { endPendingSignIns } from './passkeys/removePasskeys.ts'
import { SignInRefusedError } from './wallet/errors.ts'

/** The idle time after which a wallet's session ends. */
const WALLET_IDLE_MS = 15 * 60_000
/** The time from sign-in to the end of an account's session. */
const ACCOUNT_LIFETIME_S = 30 * 24 * 3_600
/** The use of a wallet's session is stored at most this often. A session may therefore end up to half a minute early, but never late. */
const SLIDE_INTERVAL_MS = 30_000
const VALUE_BYTES = 32

/** A new session; its cookie's value is stored nowhere else. */
export type StartedSession = {
  /** 256 random bits in base64url. */
  value: string
  /** The cookie's Max-Age in seconds; null for a cookie that lasts until the browser closes. */
  maxAgeS: number | null
  /** An ISO time; each use extends a wallet's session. */
  expiresAt: string
}

/** The member who signs in, and the method that proved their identity. */
export type SignIn = (
  | { tenantId: string; walletAddress: string }
  | { tenantId: string; accountId: string }
) & {
  by: NonNullable<Row<'sessions'>['confirmed_by']>
}

/** Reads sessions. No session is cached, so an ended session is invalid on every host at once. */
export type Sessions = {
  /** Finds the session for a cookie's value; null if it is unknown, ended or expired. Using a wallet's session extends it. */
  find(value: string): Promise<SessionCaller | null>
  /** Like `find`, but without recording a use, so that an open stream does not extend its wallet's session. */
  check(value: string): Promise<SessionCaller | null>
}

/** Creates the session store. */
export function createSessions(context: Pick<Context, 'db' | 'now'>): Sessions {
  return {
    async find(value) {
      const found = await findSession(context, value)
      if (found?.caller.credential === 'walletSession') await slide(context, found.record)
      return found?.caller ?? null
    },
    check: async (value) => (await findSession(context, value))?.caller ?? null,
  }
}

/**
 * Starts a session for a wallet or an account under a new random value, in the sign-in's transaction. A member who has just been
 * removed gets no session.
 *
 * @throws SignInRefusedError
 */
export async function startSession(
  context: Pick<Context, 'now' | 'random'>,
  who: SignIn,
  tx: Tx,
): Promise<StartedSession> {
  await lockSignIn(tx, context, who)
  const now = context.now()
  const isWallet = 'walletAddress' in who
  const lifetimeMs = isWallet ? WALLET_IDLE_MS : ACCOUNT_LIFETIME_S * 1_000
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString()
  const value = Buffer.from(context.random(VALUE_BYTES)).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      id: createId(context),
      hash: hashValue(value),
      tenant_id: who.tenantId,
      wallet_address: isWallet ? who.walletAddress : null,
      account_id: isWallet ? null : who.accountId,
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: expiresAt,
      confirmed_at: now.toISOString(),
      confirmed_by: who.by,
    })
    .execute()
  return { value, maxAgeS: isWallet ? null : ACCOUNT_LIFETIME_S, expiresAt }
}

/**
 * Stores a member's sign-in time, and locks the member until the transaction ends.
 *
 * @throws SignInRefusedError for a person who is no longer a member
 */
export async function lockSignIn(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  who: SignIn,
): Promise<void> {
  const last_sign_in_at = now().toISOString()
  const { numUpdatedRows } = await ('walletAddress' in who
    ? tx
        .updateTable('wallets')
        .set({ last_sign_in_at })
        .where('address', '=', who.walletAddress)
        .where('tenant_id', '=', who.tenantId)
        .executeTakeFirstOrThrow()
    : tx
        .updateTable('accounts')
        .set({ last_sign_in_at })
        .where('id', '=', who.accountId)
        .where('tenant_id', '=', who.tenantId)
        .executeTakeFirstOrThrow())
  if (numUpdatedRows !== 1n) throw new SignInRefusedError()
}

/** Ends a caller's session; idempotent. */
export async function endSession(
  context: Pick<Context, 'db'>,
  { sessionId }: Pick<SessionCaller, 'sessionId'>,
): Promise<void> {
  await context.db.kysely.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends the session or the pending sign-in whose cookie a browser sent with a new sign-in. A browser has only one of the two at a time. */
export async function endPresentedSession(value: string | null, tx: Tx): Promise<void> {
  if (value === null) return
  const digest = hashValue(value)
  await tx.deleteFrom('sessions').where('hash', '=', digest).execute()
  await tx.deleteFrom('pending_sign_ins').where('hash', '=', digest).execute()
}

/** Ends all of a member's sessions except the caller's own, and the member's pending sign-ins. */
export async function endOtherSessions(caller: SessionCaller, tx: Tx): Promise<void> {
  const { column, id } = memberOf(caller)
  await tx
    .deleteFrom('sessions')
    .where(column, '=', id)
    .where('id', '!=', caller.sessionId)
    .execute()
  await endPendingSignIns(tx, id)
}

/** Ends a member's sessions that a passkey started or last confirmed, except the caller's own. */
export async function endPasskeySessions(caller: SessionCaller, tx: Tx): Promise<void> {
  const { column, id } = memberOf(caller)
  await tx
    .deleteFrom('sessions')
    .where(column, '=', id)
    .where('confirmed_by', '=', 'passkey')
    .where('id', '!=', caller.sessionId)
    .execute()
}

function memberOf({ accountId, wallet }: SessionCaller) {
  return accountId === null
    ? ({ column: 'wallet_address', id: wallet.address } as const)
    : ({ column: 'account_id', id: accountId } as const)
}

const selectSession = preparedRead((kysely) =>
  kysely
    .selectFrom('sessions as session')
    .leftJoin('wallets as wallet', 'wallet.address', 'session.wallet_address')
    .leftJoin('accounts as account', 'account.id', 'session.account_id')
    .selectAll('session')
    .select(['wallet.wallet_type', 'wallet.role as wallet_role', 'account.role as account_role'])
    .where('session.hash', '=', TEXT)
    .compile(),
)

type SessionRecord = Row<'sessions'> & {
  wallet_type: 'evm' | 'tron' | null
  wallet_role: Role | null
  account_role: Role | null
}

async function findSession(
  context: Pick<Context, 'db' | 'now'>,
  value: string,
): Promise<{ caller: SessionCaller; record: SessionRecord } | null> {
  const digest = hashValue(value)
  const [record] = await selectSession(context.db, digest)
  if (record === undefined || !isSameDigest(record.hash, digest)) return null
  if (record.expires_at <= context.now().toISOString()) return null
  const caller = readCaller(record)
  return caller === null ? null : { caller, record }
}

function readCaller(record: SessionRecord): SessionCaller | null {
  const { id: sessionId, tenant_id: tenantId, wallet_address, wallet_type, account_id } = record
  const role = account_id === null ? record.wallet_role : record.account_role
  if (role === null) return null
  const common = { tenantId, sessionId, role }
  if (account_id !== null) {
    return { credential: 'session', ...common, wallet: null, accountId: account_id }
  }
  if (wallet_address === null || wallet_type === null) return null
  const wallet = { address: wallet_address, type: wallet_type }
  return { credential: 'walletSession', ...common, wallet, accountId: null }
}

/** Only the first of many concurrent calls writes, and a session that has ended in the meantime stays ended. */
async function slide(
  context: Pick<Context, 'db' | 'now'>,
  { id, last_used_at }: Pick<SessionRecord, 'id' | 'last_used_at'>,
): Promise<void> {
  const now = context.now()
  if (ageMs(now.getTime(), Date.parse(last_used_at)) < SLIDE_INTERVAL_MS) return
  const expires_at = new Date(now.getTime() + WALLET_IDLE_MS).toISOString()
  await context.db.kysely
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString(), expires_at })
    .where('id', '=', id)
    .where('last_used_at', '=', last_used_at)
    .execute()
}

/** A value has 256 random bits, so a slow hash would add nothing. */
function hashValue(value: string): string {
  return hash('sha256', value, 'hex')
}
