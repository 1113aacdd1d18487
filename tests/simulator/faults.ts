/** The kinds of fault in a world. */
export const FAULTS = [
  'kill',
  'stop',
  'pause',
  'clock-forwards',
  'clock-backwards',
  'clock-skew',
  'disk-full',
  'lock-held',
  'connection-ended',
  'slow-database',
  'frozen-database',
  'slow-node',
  'failing-node',
  'stale-node',
  'lying-node',
  'reorganisation',
  'hanging-receiver',
  'failing-receiver',
  'late-answer',
  'duplicate-answer',
  'restored-backup',
] as const

/** One kind of fault. */
export type FaultKind = (typeof FAULTS)[number]

/** Parses a list of kinds such as `kill,pause`. @throws RangeError naming the unknown kind */
export function parseFaults(text: string): FaultKind[] {
  return text
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const found = FAULTS.find((fault) => fault === name)
      if (found === undefined)
        throw new RangeError(`There is no fault ${name}: ${FAULTS.join(', ')}`)
      return found
    })
}
