/** Returns a time of day for a sentence, in the device's own format: `10:42 PM`. */
export function describeTime(atMs: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(atMs)
}
