import bidiFactory, { type Bidi } from 'bidi-js'
import type { FontChain, PdfFont } from './fonts.ts'

/** Text in one font and one direction, in the order of drawing from left to right. */
export type Run = { text: string; font: PdfFont }

const bidi = openBidi()

/** Invisible characters: controls of direction, joiners, and variation selectors. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/gu
/** The fonts have no glyphs for emoji; a receipt is complete without them. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\u20e3]/gu
const ARABIC = /\p{Script=Arabic}/u

/** A text contains a character that no font has. */
export class MissingGlyphError extends Error {
  override readonly name = 'MissingGlyphError'
}

/** Removes pictures that no font has, and replaces tabs with spaces. */
export function simplify(text: string, chain: FontChain): string {
  const isDrawn = (mark: string) => chain.some((font) => font.has(mark.codePointAt(0) ?? 0))
  return text
    .normalize('NFC')
    .replace(PICTURES, (mark) => (isDrawn(mark) ? mark : ''))
    .replace(/\t/g, ' ')
}

/** The package's types describe a default export as a member, but Node imports the function itself. */
function openBidi(): Bidi {
  const factory: unknown = bidiFactory
  if (typeof factory !== 'function') throw new TypeError('The package bidi-js exports no function.')
  return factory()
}

/**
 * Orders one line of text for drawing by the Unicode bidirectional algorithm, and divides it into runs of one font.
 *
 * @throws MissingGlyphError
 */
export function shapeLine(
  line: string,
  chain: FontChain,
  direction: 'ltr' | 'rtl' | 'auto',
): readonly Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction === 'auto' ? undefined : direction)
  return orderByLevel(splitByLevel(line, levels)).flatMap(({ text, level }) => {
    const isRightToLeft = level % 2 === 1
    const shown = isRightToLeft ? mirror(text) : text
    const runs = splitByFont(withoutControls(shown), chain)
    // The font library reverses Arabic runs itself, but no others. It also reverses Arabic digits, which read from left to right.
    if (!isRightToLeft) return runs.map((run) => (isArabic(run.text) ? reverse(run) : run))
    return runs.toReversed().map((run) => (isArabic(run.text) ? run : reverse(run)))
  })
}

/** Returns whether a text has Arabic letters or digits, which the font library joins and reverses. */
export function isArabic(text: string): boolean {
  return ARABIC.test(text)
}

/** Removes the invisible characters. */
export function withoutControls(text: string): string {
  return text.replace(INVISIBLE, '')
}

/**
 * Divides text into runs. A character stays in its predecessor's font if that font has it; otherwise, the first font that has it applies.
 *
 * @throws MissingGlyphError
 */
export function splitByFont(text: string, chain: FontChain): readonly Run[] {
  const runs: Run[] = []
  for (const mark of text) {
    const code = mark.codePointAt(0) ?? 0
    const last = runs.at(-1)
    if (last?.font.has(code)) {
      last.text += mark
      continue
    }
    const font = chain.find((one) => one.has(code))
    if (font === undefined) throw new MissingGlyphError(`U+${code.toString(16).toUpperCase()}`)
    runs.push({ text: mark, font })
  }
  return runs
}

type Levelled = { text: string; level: number }

function splitByLevel(line: string, levels: Uint8Array): readonly Levelled[] {
  const parts: Levelled[] = []
  let at = 0
  for (const mark of line) {
    const level = levels[at] ?? 0
    const last = parts.at(-1)
    if (last !== undefined && last.level === level) last.text += mark
    else parts.push({ text: mark, level })
    at += mark.length
  }
  return parts
}

/** Rule L2: reverses each sequence of parts at or above a level, from the highest level to the lowest odd one. */
function orderByLevel(parts: readonly Levelled[]): readonly Levelled[] {
  const highest = Math.max(0, ...parts.map(({ level }) => level))
  let ordered = [...parts]
  for (let level = highest; level >= 1; level -= 1) {
    const next: Levelled[] = []
    let sequence: Levelled[] = []
    for (const part of ordered) {
      if (part.level >= level) sequence.unshift(part)
      else {
        next.push(...sequence, part)
        sequence = []
      }
    }
    ordered = [...next, ...sequence]
  }
  return ordered
}

function mirror(text: string): string {
  return [...text].map((mark) => bidi.getMirroredCharacter(mark) ?? mark).join('')
}

function reverse({ text, font }: Run): Run {
  return { text: [...text].reverse().join(''), font }
}
