import type { BridgeText } from '../../text/text.ts'
import type { FlowContext } from '../viewContext.ts'

const MINUTE_S = 60

/** Returns a bridge transfer's duration, in whole seconds or minutes. */
export function describeDuration(
  { format }: FlowContext,
  words: BridgeText,
  durationS: number | null,
): string {
  if (durationS === null) return words.unknownTime
  return durationS < MINUTE_S
    ? words.seconds(format.count(Math.max(1, Math.ceil(durationS))))
    : words.minutes(format.count(Math.ceil(durationS / MINUTE_S)))
}
