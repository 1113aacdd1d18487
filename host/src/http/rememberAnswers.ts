import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { etagOf, RenderedAnswer } from './renderedAnswer.ts'

/** The maximum number of cached responses per operation: about 2 kB each, and 125 kB for a batch of 200. */
const MAX_ANSWERS = 2_000
/** The maximum number of characters of all cached responses together; their facts use about the same amount of memory again. */
const MAX_CHARACTERS = 8 * 1_024 * 1_024

/** The facts of a response: stored rows as they were read, lists of rows, and plain values. */
export type Facts = { readonly [name: string]: unknown }

/**
 * Returns the response that `describe` builds from the facts, as text. `describe` is pure, except for the host's settings, which never
 * change. If all facts equal the previous ones, the response is reused with a current `serverTime`, so it is never out of date.
 * Errors of `describe` are not cached.
 */
export type WriteAnswer = (
  context: Pick<Context, 'config' | 'now'>,
  from: { key: string; facts: Facts; describe(): object },
) => RenderedAnswer

/** Creates one operation's cache. */
export function rememberAnswers(): WriteAnswer {
  const hosts = new WeakMap<Context['config'], Memory>()
  return ({ config, now }, { key, facts, describe }) => {
    const answers = hosts.get(config) ?? createMemory()
    hosts.set(config, answers)
    const known = answers.get(key)
    if (known !== undefined && isSame(known.facts, facts)) return assemble(known, now())
    const written = write(describe())
    answers.set(key, { ...written, facts })
    return assemble(written, now())
  }
}

type Memory = LRUCache<string, Written & { facts: Facts }>

function createMemory(): Memory {
  return new LRUCache({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ before, after }) => before.length + (after?.length ?? 0),
  })
}

/** A response's text in two parts around the time; `after` is null if the text contains no time. */
type Written = { before: string; after: string | null; etag: string }

/** No JSON string can contain this text, because its quotes would be escaped. */
const SERVER_TIME = '"serverTime":"'

function write(answer: object): Written {
  const text = JSON.stringify(answer)
  const etag = etagOf(text)
  const at = text.indexOf(SERVER_TIME)
  if (at < 0) return { before: text, after: null, etag }
  const start = at + SERVER_TIME.length
  return { before: text.slice(0, start), after: text.slice(text.indexOf('"', start)), etag }
}

function assemble({ before, after, etag }: Written, now: Date): RenderedAnswer {
  return new RenderedAnswer(after === null ? before : before + now.toISOString() + after, etag)
}

/** Returns whether two values are equal, member by member. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right)
  if (!isFacts(left) || !isFacts(right) || Array.isArray(right)) return false
  let surplus = 0
  for (const name in left) {
    if (!isSame(left[name], right[name])) return false
    surplus -= 1
  }
  for (const _name in right) surplus += 1
  return surplus === 0
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => isSame(value, right[index]))
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null
}
