import { rmSync } from 'node:fs'
import type { Devnet } from './devnet/startDevnet.ts'
import type { Janitor } from './processes/startJanitor.ts'
import { writeJsonFile } from './writeJsonFile.ts'

/** Writes a devnet's description to a file and keeps it current; disposing the result removes the file. */
export function publishJson(devnet: Devnet, path: string, janitor: Janitor): Disposable {
  const release = janitor.guardPath(path)
  const write = () => writeJsonFile(path, devnet.json)
  write()
  devnet.onChange(write)
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true })
      release()
    },
  }
}
