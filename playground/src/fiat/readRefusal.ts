import { RefusedError } from './fiatApi.ts'

/** Reads the message for a failed call: a sentence, and the errors by field. */
export function readRefusal(error: unknown): {
  message: string
  fields: Readonly<Record<string, string>>
} {
  if (!(error instanceof RefusedError)) {
    const message = error instanceof Error ? error.message : 'Something went wrong. Try again.'
    return { message, fields: {} }
  }
  const { message, fields } = error
  const isAboutFields = Object.keys(fields).length > 0
  return { message: isAboutFields ? 'Some fields are not valid.' : message, fields }
}
