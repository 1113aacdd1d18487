import type { Column, Json } from './callCommand.ts'

/** A column with the member at a path such as `request.reference`; never shortened. */
export function member(title: string, path: string): Column {
  return { title, read: (row) => textAt(row, path) }
}

/** A column with a text that may be shortened. */
export function text(title: string, path: string): Column {
  return { title, read: (row) => textAt(row, path), isFlexible: true }
}

/** A column with a time in UTC, to the minute. */
export function time(title: string, path: string): Column {
  return { title, read: (row) => textAt(row, path).slice(0, 16).replace('T', ' ') }
}

/** A column with an amount and its currency; empty without an amount. */
export function amount(title: string, path: string, currency: string): Column {
  return {
    title,
    read: (row) => {
      const own = textAt(row, path)
      return own === '' ? '' : `${own} ${textAt(row, currency)}`
    },
  }
}

/** Returns the text of the member at a path; empty for null and for an absent member. */
export function textAt(row: Json, path: string): string {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return ''
    value = Reflect.get(value, name)
  }
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return String(value)
}
