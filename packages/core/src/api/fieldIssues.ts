import type { z } from 'zod'
import type { FieldIssue } from '../errors.ts'

/**
 * Converts zod's issues about `input` to a problem document's `errors`. Each issue becomes one entry with a path such as
 * `requests[0].amount`, a message that continues a sentence after the field's name, and a stable code. `input` is the parsed value; it
 * distinguishes a missing field (`required`) from one with the wrong type (`invalid_type`).
 */
export function toFieldIssues(error: z.ZodError, input: unknown): FieldIssue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    field: formatPath(issue.path),
    ...describe(issue, valueAt(input, issue.path)),
  }))
}

/** The maximum number of issues per response: 200 items with many errors each would make a response larger than the request. */
export const MAX_ISSUES = 50

type Issue = z.core.$ZodIssue
type Description = Omit<FieldIssue, 'field'>

function describe(issue: Issue, value: unknown): Description {
  if (value === undefined && issue.code !== 'custom')
    return { code: 'required', message: 'is required' }
  switch (issue.code) {
    case 'custom':
      return { code: codeOf(issue), message: issue.message }
    case 'invalid_type':
      return { code: 'invalid_type', message: `must be ${withArticle(issue.expected)}` }
    case 'invalid_value':
      return {
        code: 'invalid_value',
        message: `must be one of: ${issue.values.map(String).join(', ')}`,
      }
    case 'invalid_format':
      return {
        code: `invalid_${issue.format}`,
        message: `must be a valid ${FORMAT_NAMES[issue.format] ?? issue.format}`,
      }
    case 'too_small':
      return describeBound(issue.origin, `at least ${issue.minimum}`, 'short', 'few')
    case 'too_big':
      return describeBound(issue.origin, `at most ${issue.maximum}`, 'long', 'many')
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return { code: 'invalid_value', message: 'has a value that is not allowed' }
  }
}

const FORMAT_NAMES: { readonly [format: string]: string } = {
  uuid: 'UUID',
  email: 'e-mail address',
  url: 'URL',
  datetime: 'time in UTC such as "2026-11-02T08:15:00Z"',
}

function describeBound(
  origin: string,
  bound: string,
  stringWord: string,
  arrayWord: string,
): Description {
  if (origin === 'string')
    return { code: `too_${stringWord}`, message: `must have ${bound} characters` }
  if (bound === 'at least 1' && origin === 'array') {
    return { code: 'too_few_items', message: 'must not be empty' }
  }
  if (origin === 'array')
    return { code: `too_${arrayWord}_items`, message: `must have ${bound} items` }
  return { code: 'out_of_range', message: `must be ${bound}` }
}

function codeOf(issue: Extract<Issue, { code: 'custom' }>): string {
  const code: unknown = issue.params?.['code']
  return typeof code === 'string' ? code : 'invalid_value'
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** Reads only own members, so that a path cannot reach a prototype's members. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}
