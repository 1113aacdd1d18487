import type { CsvAnswer } from './csvAnswer.ts'

/**
 * Returns the pieces of a response, each of which is read in its own slot. The slot is free again while the piece is sent, so a reader that
 * is slow, or reads nothing, holds no slot.
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
