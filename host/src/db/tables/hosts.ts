import type { Defaulted } from './column.ts'

/** The tables of the hosts: their cursors, leases, limits and releases. */
export type HostTables = {
  chain_cursors: ChainCursorsTable
  block_checkpoints: BlockCheckpointsTable
  rescans: RescansTable
  leases: LeasesTable
  settings: SettingsTable
  schema_needs: SchemaNeedsTable
  idempotency_keys: IdempotencyKeysTable
  rate_limits: RateLimitsTable
  releases: ReleasesTable
  release_files: ReleaseFilesTable
}

type ChainCursorsTable = {
  network: string
  block_number: bigint
  block_hash: string
  head_number: bigint
  /** Recorded blocks up to this one have been read twice; null if none have. */
  audited_number: Defaulted<bigint | null>
  updated_at: string
  /** The start of the watcher's current series of failed polls; null if the last poll succeeded. */
  failing_since: Defaulted<string | null>
}

type BlockCheckpointsTable = { network: string; block_number: bigint; block_hash: string }

/** Recorded blocks whose rescan an operator requested. */
type RescansTable = {
  id: string
  network: string
  from_block: bigint
  /** The block from which to continue. */
  next_block: bigint
  /** The last block to read; null until the rescan has begun. */
  to_block: Defaulted<bigint | null>
  status: 'pending' | 'running' | 'done' | 'failed'
  /** The number of payments that had not been recorded. */
  payment_count: number
  /** The number of payments in these blocks without a readable receipt or rate; null until the rescan has ended. */
  unreadable_count: Defaulted<number | null>
  failure: Defaulted<string | null>
  created_at: string
  ended_at: Defaulted<string | null>
}

type LeasesTable = { name: string; holder: string; fencing: bigint; expires_at: string }

/** The settings that the hosts of one database share, in addition to the environment. */
type SettingsTable = { name: string; value: string; created_at: string }

/** The migration that a host must include to run where another one is applied. */
type SchemaNeedsTable = { migration: string; needs: string }

type IdempotencyKeysTable = {
  /** Credential and route. */
  scope: string
  key: string
  /** The hex SHA-256 of the canonical body. */
  body_hash: string
  state: 'in_flight' | 'done'
  response_status: number | null
  response_body: string | null
  created_at: string
}

/** The used part of each credential's or address's allowance, shared by all hosts. */
type RateLimitsTable = {
  key: string
  /** The counts per slot of the time window, as JSON. */
  counts: string
  updated_at: string
}

/** A build of scripts, kept for the pages that loaded it. */
type ReleasesTable = {
  id: string
  kind: 'element' | 'console'
  /** A counter that follows the order in which releases were first served. */
  position: number
}

type ReleaseFilesTable = {
  /** The path in the URL, without the leading slash. */
  path: string
  release_id: string
  /** Base64 of Brotli. */
  content: string
  /** The digest of path and content, under the hosts' key. */
  digest: string
}
