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
