import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Waits until a file and its entry in the folder survive a power loss. */
export function syncFile(path: string): void {
  for (const one of [path, dirname(path)]) {
    const descriptor = openSync(one, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
