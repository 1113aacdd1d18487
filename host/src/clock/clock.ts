/** The time that a host decides by, and how it relates to the clock of its machine. */
export type Clock = {
  /** The database's time on PostgreSQL, the machine's on SQLite. */
  now(): Date
  /** Whether `now` is the same on every host of the database, so that a time which another host wrote can be compared with it. */
  readonly isShared: boolean
  /** The state of the machine's clock. */
  standing(): ClockStanding
  /** The number of jumps of `now` since the start of the host: times that were stored before may lie too far ahead since. */
  jumps(): number
  /** Whether `now` has jumped within {@link DOUBT_MS}: then nothing is deleted by its age. */
  hasJustJumped(): boolean
} & AsyncDisposable

/** The clock's state in `GET /readyz`. */
export type ClockStanding = {
  /** The source of the time: the `database` or this `machine`. */
  source: 'database' | 'machine'
  /**
   * Milliseconds that the machine's clock is ahead of the database's, negative when it is behind. On SQLite there is no
   * other source of time: it is the distance by which the machine's clock was moved within the last ten minutes.
   */
  skewMs: number
}

/** A clock that is off by more than this, or moves by more, is logged and shown as a warning. */
export const MAX_SKEW_MS = 2_000

/** For this long after a jump the time is in doubt: an operator may correct the clock again. */
export const DOUBT_MS = 3_600_000

/** How far a stored time may lie beyond the furthest possible one, for a clock that is only slightly off. */
export const SLACK_MS = 5_000
