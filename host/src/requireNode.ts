const MIN_MAJOR = 22
const MIN_MINOR = 18

/** Ends the process on a Node that is too old; `remedy` is a sentence. An older Node would crash in native modules without a reason. */
export function requireNode(remedy: string): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_MAJOR || (major === MIN_MAJOR && minor >= MIN_MINOR)) return
  console.error(
    `Secure Payment needs Node ${MIN_MAJOR}.${MIN_MINOR} or later; this is ${process.versions.node}. ${remedy}`,
  )
  process.exit(1)
}
