import type { ReadinessCheck } from './readinessCheck.ts'

/** The last write of this host failed because storage is full, broken or read-only, and none has succeeded since. */
export const databaseWrites: ReadinessCheck = {
  name: 'database_writes',
  level: 'failure',
  run: ({ context }) =>
    context.db.isRefusingWrites()
      ? [
          {
            message:
              'The database responds but rejects writes. Check the disk and the locks of the database, whether it is read-only, and whether the file of SQLite was removed.',
          },
        ]
      : [],
}
