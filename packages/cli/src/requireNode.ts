const MIN_MAJOR = 22
const MIN_MINOR = 18

/** Ends the process if Node is too old for `engines` in package.json. */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_MAJOR || (major === MIN_MAJOR && minor >= MIN_MINOR)) return
  console.error(
    `secure-payment needs Node ${MIN_MAJOR}.${MIN_MINOR} or later; this is ${process.versions.node}. Install one from https://nodejs.org.`,
  )
  process.exit(1)
}
