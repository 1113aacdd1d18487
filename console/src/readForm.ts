/** The values of a form's fields, by name. */
export type FormValues = {
  /** Returns the text without surrounding spaces, and with a space in place of each tab, which pasted text may have. */
  text(name: string): string
  /** Returns the text as typed, for passwords. */
  raw(name: string): string
  all(name: string): readonly string[]
}

/** Reads the form from a submit event and prevents the page from navigating. */
export function readForm(event: Event): FormValues {
  event.preventDefault()
  const { currentTarget } = event
  return readFields(currentTarget instanceof HTMLFormElement ? currentTarget : null)
}

/** Reads the current values of a form's fields. */
export function readFields(form: HTMLFormElement | null): FormValues {
  const data = form === null ? null : new FormData(form)
  const all = (name: string): string[] =>
    (data?.getAll(name) ?? []).filter((value) => typeof value === 'string')
  const raw = (name: string): string => all(name)[0] ?? ''
  return { text: (name) => raw(name).replaceAll('\t', ' ').trim(), raw, all }
}

/** Returns a text field's non-empty lines. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
