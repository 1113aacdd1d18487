import type { Schema } from '../db/schema.ts'
import type { SealPurpose } from '../sealer.ts'

/** The columns of a table that are sealed with PAY_ENCRYPTION_KEY, and the keyed digest of the same text. */
export type SealedTable = {
  table: keyof Schema
  /** The column that identifies a row. */
  key: string
  purpose: SealPurpose
  columns: readonly string[]
  /** The column with the digest of the first sealed column's text; null without one. */
  digest: string | null
}

/** Every sealed column. Tables with short-lived digests of addresses and cursors are absent: their values expire within a day. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'webhook_endpoints',
    key: 'id',
    purpose: 'webhook_secret',
    columns: ['secret', 'pending_secret', 'previous_secret'],
    digest: null,
  },
  {
    table: 'accounts',
    key: 'id',
    purpose: 'email',
    columns: ['sealed_email'],
    digest: 'email_digest',
  },
  {
    table: 'invitations',
    key: 'id',
    purpose: 'email',
    columns: ['sealed_email'],
    digest: 'bound_email_digest',
  },
  {
    table: 'mail_codes',
    key: 'hash',
    purpose: 'email',
    columns: ['sealed_email'],
    digest: 'email_digest',
  },
  {
    table: 'member_contacts',
    key: 'member_id',
    purpose: 'email',
    columns: ['sealed_email'],
    digest: null,
  },
  {
    table: 'reset_requests',
    key: 'id',
    purpose: 'email',
    columns: ['sealed_email'],
    digest: null,
  },
  { table: 'mails', key: 'id', purpose: 'mail', columns: ['sealed_message'], digest: null },
]
