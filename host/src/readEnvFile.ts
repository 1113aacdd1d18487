const FLAG = '--env-file'

/** A program's arguments, split into the flag `--env-file <path>` or `--env-file=<path>`, at any position, and the others. */
type Arguments = {
  hasFlag: boolean
  /** Undefined without a path. */
  file: string | undefined
  /** The arguments without the flag and its path. */
  args: string[]
}

/** Reads the flag `--env-file` among arguments. */
export function readEnvFile(given: readonly string[]): Arguments {
  const at = given.findIndex((one) => one === FLAG || one.startsWith(`${FLAG}=`))
  const flag = given[at]
  if (flag === undefined) return { hasFlag: false, file: undefined, args: [...given] }
  const isJoined = flag !== FLAG
  const path = isJoined ? flag.slice(FLAG.length + 1) : given[at + 1]
  return { hasFlag: true, file: path || undefined, args: given.toSpliced(at, isJoined ? 1 : 2) }
}
