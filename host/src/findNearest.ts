/** A suggestion that differs in more letters than this, or in more than a third of the name, would mislead. */
const MAX_CHANGES = 3

/**
 * Returns the known name that differs least from `name`, or null if none is near. `fixedLength` is the length of a prefix that all names
 * share: its letters do not count when a third of the name is calculated.
 */
export function findNearest(
  name: string,
  known: Iterable<string>,
  { fixedLength = 0 } = {},
): string | null {
  let nearest: string | null = null
  let least = Math.min(MAX_CHANGES, Math.floor((name.length - fixedLength) / 3))
  for (const candidate of known) {
    const changes = countChanges(name, candidate)
    if (changes > least || (nearest !== null && changes === least)) continue
    nearest = candidate
    least = changes
  }
  return nearest
}

/** Counts the changes between two names: letters inserted, removed or replaced, and adjacent letters swapped (optimal string alignment). */
function countChanges(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY
      current[column] = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        swapped,
      )
    }
    before = above
    above = current
  }
  return at(above, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
