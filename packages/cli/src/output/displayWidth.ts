const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const segmenter = new Intl.Segmenter()

/** Returns the number of terminal columns of a text without control characters: two for East Asian letters and emoji. */
export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment)
  return width
}

/** Returns the text, or its beginning with an ellipsis, in at most `width` columns. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function widthOf(segment: string): number {
  if (ZERO.test(segment)) return 0
  return WIDE.test(segment) ? 2 : 1
}
