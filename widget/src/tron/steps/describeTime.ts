/** Returns a time of day in the device's own format, for use in a sentence: `10:42 PM`. */
export function describeTime(atMs: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(atMs)
}
