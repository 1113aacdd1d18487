import { hash } from 'node:crypto'
import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'
import { isSameDigest } from './apiKey.ts'
import type { AccountCaller, SessionCaller } from './caller.ts'
import { SignInRefusedError } from './wallet/errors.ts'

/** The time without a call after which a wallet's session ends. */
export const WALLET_IDLE_MS = 15 * 60_000
/** The time after signing in at which an account's session ends. */
export const ACCOUNT_LIFETIME_S = 30 * 24 * 3_600
/** The use of a wallet's session is written at most this often, so one may end up to half a minute early, never late. */
const SLIDE_INTERVAL_MS = 30_000
const VALUE_BYTES = 32

/** A session that was started: the cookie's value exists nowhere else. */
export type StartedSession = {
  /** 256 random bits in base64url. */
  value: string
  /** For the cookie's Max-Age; null = until the browser closes. */
  maxAgeS: number | null
  /** ISO time; of a wallet's session, unless it is used before. */
  expiresAt: string
}

/** Reads sessions. Nothing is cached: one that ended does not count from that moment, on any host. */
export type Sessions = {
  /**
   * The session of a cookie's value, or null when it is unknown, ended or expired. Using a wallet's session prolongs
   * it.
   */
  find(value: string): Promise<SessionCaller | null>
}

/** Opens the store of sessions. */
export function createSessions(context: Pick<Context, 'db' | 'now'>): Sessions {
  return { find: (value) => findSession(context, value) }
}

/**
 * Starts a session of a wallet or an account under a new random value, in the transaction of the sign-in. A member that
 * was removed in the meantime gets none.
 *
 * @throws SignInRefusedError
 */
export async function startSession(
  context: Pick<Context, 'now' | 'random'>,
  who: { tenantId: string; walletAddress: string } | { tenantId: string; accountId: string },
  tx: Tx,
): Promise<StartedSession> {
  const now = context.now()
  const isWallet = 'walletAddress' in who
  const lifetimeMs = isWallet ? WALLET_IDLE_MS : ACCOUNT_LIFETIME_S * 1_000
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString()
  const value = Buffer.from(context.random(VALUE_BYTES)).toString('base64url')
  await noteSignIn(tx, who, now)
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
    })
    .execute()
  return { value, maxAgeS: isWallet ? null : ACCOUNT_LIFETIME_S, expiresAt }
}

/** @throws SignInRefusedError for a person who is no longer a member */
async function noteSignIn(
  tx: Tx,
  who: { tenantId: string; walletAddress: string } | { tenantId: string; accountId: string },
  now: Date,
): Promise<void> {
  const last_sign_in_at = now.toISOString()
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

/** Ends the session of a caller; harmless when it has ended. */
export async function endSession(
  context: Pick<Context, 'db'>,
  { sessionId }: Pick<SessionCaller, 'sessionId'>,
): Promise<void> {
  await context.db.kysely.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends the session that a browser brought to a new sign-in, if it is one: a browser holds one session at a time. */
export async function endPresentedSession(
  context: Pick<Context, 'db'>,
  value: string | null,
  tx?: Tx,
): Promise<void> {
  if (value === null) return
  await (tx ?? context.db.kysely)
    .deleteFrom('sessions')
    .where('hash', '=', hashValue(value))
    .execute()
}

/** Ends every session of an account but the caller's own. */
export async function endOtherSessions(
  { accountId, sessionId }: Pick<AccountCaller, 'accountId' | 'sessionId'>,
  tx: Tx,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '!=', sessionId)
    .execute()
}

const selectSession = preparedRead((kysely) =>
  kysely
    .selectFrom('sessions as session')
    .leftJoin('wallets as wallet', 'wallet.address', 'session.wallet_address')
    .selectAll('session')
    .select('wallet.wallet_type')
    .where('session.hash', '=', TEXT)
    .compile(),
)

type SessionRecord = Row<'sessions'> & { wallet_type: 'evm' | 'tron' | null }

async function findSession(
  context: Pick<Context, 'db' | 'now'>,
  value: string,
): Promise<SessionCaller | null> {
  const digest = hashValue(value)
  const [record] = await selectSession(context.db, digest)
  if (record === undefined || !isSameDigest(record.hash, digest)) return null
  if (record.expires_at <= context.now().toISOString()) return null
  const caller = readCaller(record)
  if (caller?.credential === 'walletSession') await slide(context, record)
  return caller
}

function readCaller(record: SessionRecord): SessionCaller | null {
  const { id: sessionId, tenant_id: tenantId, wallet_address, wallet_type, account_id } = record
  if (account_id !== null) {
    return { credential: 'session', tenantId, sessionId, wallet: null, accountId: account_id }
  }
  if (wallet_address === null || wallet_type === null) return null
  const wallet = { address: wallet_address, type: wallet_type }
  return { credential: 'walletSession', tenantId, sessionId, wallet, accountId: null }
}

/** Only the first of many concurrent calls writes, and a session that has ended since stays ended. */
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
