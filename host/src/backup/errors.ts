import { BaseError } from '@secure-payment/core'

const GUIDE = 'The guide "Restore a backup" describes PostgreSQL and Litestream.'

/** The reasons why a backup cannot be written or restored, and the remedies. */
const REASONS = {
  not_sqlite: ['copies SQLite only, and PAY_DATABASE_URL names another database', GUIDE],
  missing: ['found no file', 'Check the path, and PAY_DATABASE_URL.'],
  exists: ['does not replace a file', 'Name a file that does not exist.'],
  damaged: ['found a damaged database', 'Use another backup.'],
  incomplete: ['wrote a copy with other row counts than the database', 'Try again.'],
  foreign: ['found a file that no host has written', 'Name a backup of this service.'],
  newer: [
    'found migrations that this release does not include',
    'Use the release that wrote the backup, or a later one.',
  ],
  live: ['does not replace a database that is in use', 'Stop every host and command first.'],
} as const

/** A backup cannot be written or restored; the database stays unchanged. */
export class BackupRefusedError extends BaseError {
  readonly code = 'backup_refused'
  readonly kind = 'internal'
  readonly reason: keyof typeof REASONS

  constructor(facts: { command: 'backup' | 'restore'; reason: keyof typeof REASONS; at: string }) {
    const [failure, hint] = REASONS[facts.reason]
    super(`The command ${facts.command} ${failure}: ${facts.at}.`, { hint })
    this.reason = facts.reason
  }
}

/** The reasons why a database cannot be copied to another engine, and the remedies. */
const COPY_REASONS = {
  direction: [
    'copies from SQLite to PostgreSQL only',
    'Set PAY_DATABASE_URL to the SQLite database, and --to to the PostgreSQL database.',
  ],
  live: ['needs the SQLite database for itself', 'Stop every host and command first.'],
  schema: [
    'found a SQLite database without some migrations of this release',
    'Run the command migrate first.',
  ],
  different: [
    'found other rows in the PostgreSQL database than in the SQLite database',
    'Copy to an empty database, which no host uses yet.',
  ],
} as const

/** A database cannot be copied to another engine; the source stays unchanged. */
export class CopyRefusedError extends BaseError {
  readonly code = 'copy_refused'
  readonly kind = 'internal'

  constructor(reason: keyof typeof COPY_REASONS, at: string) {
    const [failure, hint] = COPY_REASONS[reason]
    super(`The command copy ${failure}${at === '' ? '' : `: ${at}`}.`, { hint })
  }
}
