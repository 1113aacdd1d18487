const MINUTE_MS = 60_000

/** The delays after failed attempts: the last attempt begins about 16 hours after the first. */
export const MAIL_RESTS_MS: readonly number[] = [1, 5, 15, 60, 180, 720].map(
  (minutes) => minutes * MINUTE_MS,
)
