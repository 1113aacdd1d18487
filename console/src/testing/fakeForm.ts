import type { FormValues } from '../readForm.ts'

/** Returns a form's values, without a form: the fields by name; a list for a field with several values. */
export function fakeForm(values: Readonly<Record<string, string | readonly string[]>>): FormValues {
  const all = (name: string): readonly string[] => [values[name] ?? []].flat()
  const raw = (name: string): string => all(name)[0] ?? ''
  return { all, raw, text: (name) => raw(name).trim() }
}
