/** The time on which a host's decisions are based, and its relation to the machine's clock. */
export type Clock = {
  /** The database's time on PostgreSQL, the machine's on SQLite. */
  now(): Date
  /** Whether `now` is the same on every host of the database, so that it can be compared with times that other hosts stored. */
  readonly isShared: boolean
  /** The state of the machine's clock. */
  standing(): ClockStanding
  /** The number of jumps of `now` since the host's start; times stored before a jump may be too far in the future. */
  jumps(): number
  /** Whether `now` has jumped within {@link DOUBT_MS}; in that case, no record is deleted because of its age. */
  hasJustJumped(): boolean
} & AsyncDisposable

/** The clock's state in `GET /readyz`. */
type ClockStanding = {
  /** The source of the time: the `database` or this `machine`. */
  source: 'database' | 'machine'
  /**
   * The milliseconds by which the machine's clock is ahead of the database's; negative if it is behind. On SQLite, which has no other time
   * source, this is how far the machine's clock has jumped within the last ten minutes.
   */
  skewMs: number
}

/** A clock that is wrong, or jumps, by more than this is logged and reported as a warning. */
export const MAX_SKEW_MS = 2_000

/** For this long after a jump the time is in doubt, because an operator may correct the clock again. */
export const DOUBT_MS = 3_600_000

/** The tolerance added to the latest time that a correct clock can have stored, for a clock that is only slightly wrong. */
export const SLACK_MS = 5_000
