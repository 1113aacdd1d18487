import { cleanText } from './cleanText.ts'

/**
 * Formats a record as one line per member: `name  value`, members of members as `parent.name`. Omits null and empty members. Never shortens
 * a value, because people copy values.
 */
export function formatRecord(record: unknown): string {
  const lines = flatten(record, '')
  const width = Math.max(0, ...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('')
}

function flatten(value: unknown, name: string): [string, string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[name, cleanText(String(value))]]
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? [] : [[name, cleanText(value.join(', '))]]
  }
  return Object.entries(value).flatMap(([key, member]) => {
    const path = Array.isArray(value) ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`
    return flatten(member, path)
  })
}
