import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './publicPackages.ts'

/** The last stage of the Dockerfile, as far as a machine without containers runs it. */
export type Image = {
  /** The folder in place of `/`. */
  root: string
  /** The absolute path of the program. */
  program: string
  /** The settings of the image, with the paths below `root`. */
  env: Record<string, string>
  /** The numeric user. */
  user: number
}

/**
 * Lays out the files that the COPY lines of the Dockerfile's last stage name, in an empty folder.
 *
 * @param root an existing folder, absolute
 * @param install adds `node_modules` to a folder with a package.json and a lock file
 * @throws Error if the last stage contains a line that this function does not read
 */
export function layOutImage(root: string, install: (folder: string) => void): Image {
  const stage = readStage()
  const build = join(root, 'build')
  execFileSync(process.execPath, [join(ROOT, 'scripts/layOutHost.ts'), join(build, 'app')])
  install(join(build, 'app'))
  for (const [from, to] of readCopies(stage)) {
    cpSync(join(build, from), join(root, to), { recursive: true })
  }
  rmSync(build, { recursive: true })
  const [node, program = '', ...rest] = JSON.parse(readInstruction(stage, 'ENTRYPOINT'))
  if (node !== 'node' || rest.length > 0) throw new Error('The image starts another program.')
  return {
    root,
    program: join(root, program),
    env: readEnv(stage, root),
    user: Number(readInstruction(stage, 'USER').split(':')[0]),
  }
}

function readStage(): string[] {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
}

function readInstruction(stage: readonly string[], name: string): string {
  const line = stage.find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`The Dockerfile has no ${name}.`)
  return line.slice(name.length + 1)
}

/** Returns the settings of the image; its paths lead below `root`. */
function readEnv(stage: readonly string[], root: string): Record<string, string> {
  const pairs = readInstruction(stage, 'ENV').split(' ')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, value.replace(/^sqlite:\//, `sqlite:${root}/`)]
    }),
  )
}

/** Returns the paths that the stage copies from the build, and their targets. */
function readCopies(stage: readonly string[]): [string, string][] {
  const folder = readInstruction(stage, 'WORKDIR')
  return stage
    .filter((line) => line.startsWith('COPY '))
    .flatMap((line) => {
      const [option, ...paths] = line.split(' ').slice(1)
      if (option !== '--from=build') throw new Error(`The image copies more: ${line}`)
      const target = join(folder, paths.pop() ?? '')
      return paths.map((path): [string, string] => [
        path,
        target.endsWith('/') ? join(target, path.slice(path.lastIndexOf('/') + 1)) : target,
      ])
    })
}
