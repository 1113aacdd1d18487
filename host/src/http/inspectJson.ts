import { quoteInput } from '@secure-payment/core'
import { MalformedBodyError } from './errors.ts'

/** The maximum nesting depth of a body; the deepest body in the contract has 4 levels. */
export const MAX_BODY_DEPTH = 16

/** Keys that change prototypes if a careless merge copies the object. */
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const SPACE = 0x20

/**
 * Rejects valid JSON that is nested too deeply, has a key that changes prototypes, or repeats a key in an object. Parsers disagree on
 * which repetition counts, so an earlier check, such as a proxy's, may have read a different value. The check makes one pass over the
 * text, because the result of `JSON.parse` hides repetitions.
 *
 * @throws MalformedBodyError
 */
export function inspectJson(text: string): void {
  /** The keys of the open objects; null for an array. */
  const open: (Set<string> | null)[] = []
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        open.push(text.charCodeAt(index) === OPEN_BRACE ? new Set() : null)
        guardDepth(open.length)
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop()
        break
      case QUOTE: {
        const end = endOfString(text, index)
        const keys = open.at(-1)
        if (keys && isKey(text, end)) addKey(keys, text.slice(index, end + 1))
        index = end
        break
      }
    }
  }
}

function guardDepth(depth: number): void {
  if (depth > MAX_BODY_DEPTH) {
    throw new MalformedBodyError({ problem: `is nested deeper than ${MAX_BODY_DEPTH} levels` })
  }
}

/** Returns the end of the string that begins at `start`: the first quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}

/** Returns whether a colon follows the string that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let next = end + 1
  // No JSON whitespace character has a higher code than the space.
  while (text.charCodeAt(next) <= SPACE) next += 1
  return text.charCodeAt(next) === COLON
}

/** `literal` includes its quotes and escapes. */
function addKey(keys: Set<string>, literal: string): void {
  const key: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1)
  if (REFUSED_KEYS.has(key)) {
    throw new MalformedBodyError({ problem: `has the key ${JSON.stringify(key)}` })
  }
  if (keys.has(key)) {
    throw new MalformedBodyError({ problem: `has the key ${quoteInput(key)} twice in one object` })
  }
  keys.add(key)
}
