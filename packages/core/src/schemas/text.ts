import { z } from 'zod'

/** The reason why a string is rejected: a stable snake_case code, and the rest of a sentence that begins with the field's name. */
export type Fault = { readonly code: string; readonly message: string }

/**
 * Returns a string schema with one rule. All rules in this contract use this function, so a rejected field has exactly one issue with a
 * stable code (see `toFieldIssues`).
 */
export function textWhere(findFault: (text: string) => Fault | undefined): z.ZodString {
  return z.string().superRefine((text, context) => {
    const fault = findFault(text)
    if (fault === undefined) return
    context.addIssue({ code: 'custom', message: fault.message, params: { code: fault.code } })
  })
}

/** Returns a schema for strings that match `pattern` as a whole; the OpenAPI document contains the pattern too. */
export function textMatching(pattern: RegExp, fault: Fault): z.ZodString {
  return textWhere((text) => (pattern.test(text) ? undefined : fault)).meta({
    pattern: pattern.source,
  })
}

/**
 * Returns a schema for free text that people read. The text is bounded in characters (code points, as in JSON Schema), well formed, and
 * without control characters (C0 and DEL). Both databases therefore store the text unchanged.
 */
export function freeText(bounds: Bounds): z.ZodString {
  return cleanText(bounds, FREE_TEXT, CONTROL_FAULT)
}

/** Returns a schema for free text in several lines: like `freeText`, with line feeds. */
export function freeLines(bounds: Bounds): z.ZodString {
  return cleanText(bounds, FREE_LINES, CONTROL_IN_LINES_FAULT)
}

function cleanText(bounds: Bounds, pattern: RegExp, fault: Fault): z.ZodString {
  return textWhere((text) => {
    const outside = findBoundFault(text, bounds)
    if (outside !== undefined) return outside
    if (!pattern.test(text)) return fault
    return text.isWellFormed() ? undefined : ILL_FORMED_FAULT
  }).meta({ ...describeBounds(bounds), pattern: pattern.source })
}

/**
 * Returns a schema for text that is compared or hashed and never shown, such as a password. The text is bounded in characters like
 * `freeText`, well formed, and may contain any character but NUL.
 */
export function rawText(bounds: Bounds): z.ZodString {
  return textWhere((text) => {
    const fault = findBoundFault(text, bounds)
    if (fault !== undefined) return fault
    if (text.includes('\0')) return NUL_FAULT
    return text.isWellFormed() ? undefined : ILL_FORMED_FAULT
  }).meta({ ...describeBounds(bounds), pattern: RAW_TEXT.source })
}

type Bounds = { min?: number; max: number }

function findBoundFault(text: string, { min = 0, max }: Bounds): Fault | undefined {
  if (hasFewerCharacters(text, min)) return { code: 'too_short', message: describeMin(min) }
  if (!hasMoreCharacters(text, max)) return undefined
  return { code: 'too_long', message: `must have at most ${max} characters` }
}

function describeBounds({ min = 0, max }: Bounds): { minLength?: number; maxLength: number } {
  return { ...(min > 0 && { minLength: min }), maxLength: max }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject.
const FREE_TEXT = /^[^\u0000-\u001f\u007f]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const FREE_LINES = /^[^\u0000-\u0009\u000b-\u001f\u007f]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const RAW_TEXT = /^[^\u0000]*$/

const CONTROL_FAULT: Fault = {
  code: 'control_characters',
  message: 'must not contain control characters',
}
const CONTROL_IN_LINES_FAULT: Fault = {
  code: 'control_characters',
  message: 'must not contain control characters other than line feeds',
}
const NUL_FAULT: Fault = { code: 'control_characters', message: 'must not contain NUL' }
const ILL_FORMED_FAULT: Fault = { code: 'invalid_text', message: 'must be well-formed Unicode' }

function describeMin(min: number): string {
  return min === 1 ? 'must not be empty' : `must have at least ${min} characters`
}

function hasFewerCharacters(text: string, min: number): boolean {
  return text.length < min || (text.length < 2 * min && countCharacters(text) < min)
}

/** The check is cheap even for an attacker's long strings: characters are not counted beyond `2 * max` units. */
function hasMoreCharacters(text: string, max: number): boolean {
  if (text.length <= max) return false
  return text.length > 2 * max || countCharacters(text) > max
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
