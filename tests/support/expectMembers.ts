import { expect } from 'vitest'

/**
 * Expects a response to have every member of a published example with the same type, at every depth; further members are allowed. The items
 * of a list are compared with the first item of the example's list; null matches any value.
 */
export function expectMembers(example: unknown, answer: unknown, path = 'answer'): void {
  if (example === null || answer === null) return
  expect(typeof answer, path).toBe(typeof example)
  if (typeof example !== 'object' || typeof answer !== 'object') return
  expect(Array.isArray(answer), path).toBe(Array.isArray(example))
  if (Array.isArray(example) && Array.isArray(answer)) {
    const [first] = example
    if (first !== undefined) {
      for (const [index, item] of answer.entries()) expectMembers(first, item, `${path}[${index}]`)
    }
    return
  }
  for (const [name, member] of Object.entries(example)) {
    expect(answer, path).toHaveProperty([name])
    expectMembers(member, Reflect.get(answer, name), `${path}.${name}`)
  }
}
