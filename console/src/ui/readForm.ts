/** What a form's fields say, by name. */
export type FormValues = {
  /** Without spaces at its ends. */
  text(name: string): string
  /** As it was typed: for passwords. */
  raw(name: string): string
  all(name: string): readonly string[]
}

/** Reads the form of a submit event, which it keeps from leaving the page. */
export function readForm(event: Event): FormValues {
  event.preventDefault()
  const { currentTarget } = event
  return readFields(currentTarget instanceof HTMLFormElement ? currentTarget : null)
}

/** What the fields of a form say now. */
export function readFields(form: HTMLFormElement | null): FormValues {
  const data = form === null ? null : new FormData(form)
  const all = (name: string): string[] =>
    (data?.getAll(name) ?? []).filter((value) => typeof value === 'string')
  const raw = (name: string): string => all(name)[0] ?? ''
  return { text: (name) => raw(name).trim(), raw, all }
}

/** The lines of a text field that say something. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
