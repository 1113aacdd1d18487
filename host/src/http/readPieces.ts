import type { CsvAnswer } from './csvAnswer.ts'

/**
 * Returns the pieces of a response, and holds a slot only while it reads a piece. A reader that is slow, or reads nothing,
 * therefore holds no slot.
 */
export async function* readPieces(
  pieces: CsvAnswer['pieces'],
  takeSlot: () => Promise<() => void>,
): AsyncGenerator<string, void> {
  const iterator = iterate(pieces)
  try {
    for (;;) {
      const giveBack = await takeSlot()
      let next: IteratorResult<string, void>
      try {
        next = await iterator.next()
      } finally {
        giveBack()
      }
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await iterator.return()
  }
}

async function* iterate(pieces: CsvAnswer['pieces']): AsyncGenerator<string, void> {
  yield* pieces
}
