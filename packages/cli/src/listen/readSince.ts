import { UsageError } from '../errors.ts'

const AGE = /^(\d{1,6})([smhd])$/
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads a time: an age such as `10m` or `2d`, or an ISO 8601 date or time. @throws UsageError */
export function readSince(flag: string, text: string, now: Date): string {
  const [, count, unit] = AGE.exec(text) ?? []
  if (count !== undefined) {
    // The pattern accepts only these units.
    return new Date(
      now.getTime() - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS],
    ).toISOString()
  }
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(ms)) return new Date(ms).toISOString()
  throw new UsageError(`--${flag} must be an age such as 10m, 2h or 3d, or a time in ISO 8601.`)
}
