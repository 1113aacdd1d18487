import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Image, layOutImage } from './layOutImage.ts'
import { packPackage } from './packPackage.ts'

/** The ways to install the host and the command line: three package managers, Yarn without `node_modules`, and the image. */
export const INSTALLERS = ['npm', 'pnpm', 'yarn', 'yarn-pnp', 'image'] as const
export type Installer = (typeof INSTALLERS)[number]

/** An installed program, as a user starts it. */
type Program = {
  command: readonly [string, ...string[]]
  env: Record<string, string>
  /** The user and the group of the process; absent for the user of this process. */
  uid?: number
}

/** The installed programs, and the folder of the host's operator. */
export type Installation = { host: Program; cli: Program; operatorFolder: string }

const PNPM = 'pnpm@12.4.2'
const YARN = '@yarnpkg/cli-dist@4.18.1'

/** Installs the built packages from their tarballs, into an empty folder. Other packages come from npm's cache or its registry. */
export function installPackages(installer: Installer, folder: string): Installation {
  const packed = join(folder, 'packed')
  mkdirSync(packed)
  const pack = (name: string) => packPackage(name, packed).path
  const tarballs = { core: pack('packages/core'), cli: pack('packages/cli') }
  if (installer === 'image') return installImage(folder, tarballs)
  const project = join(folder, 'project')
  mkdirSync(project)
  const all = { ...tarballs, host: pack('host') }
  if (installer === 'npm') installWithNpm(project, all)
  else if (installer === 'pnpm') installWithPnpm(project, all)
  else installWithYarn(project, all, installer === 'yarn' ? 'node-modules' : 'pnp')
  const find = installer === 'yarn-pnp' ? findInPnp : findInModules
  return {
    host: find(project, 'secure-payment-host'),
    cli: find(project, 'secure-payment'),
    operatorFolder: project,
  }
}

type Tarballs = Readonly<Record<string, string>>

function installWithNpm(project: string, tarballs: Tarballs): void {
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
  run(project, ['npm', 'install', ...options, ...Object.values(tarballs)])
}

/**
 * The command line needs core, which no registry has yet: the overrides name its tarball. pnpm fails until the project decides whether to
 * build better-sqlite3, which already contains its compiled files.
 */
function installWithPnpm(project: string, tarballs: Tarballs): void {
  writeFileSync(join(project, 'package.json'), manifestOf(tarballs))
  const lines = [
    'overrides:',
    `  '@secure-payment/core': 'file:${tarballs['core']}'`,
    'allowBuilds:',
    '  better-sqlite3: false',
  ]
  writeFileSync(join(project, 'pnpm-workspace.yaml'), `${lines.join('\n')}\n`)
  run(project, ['npx', '--yes', PNPM, 'install', '--prefer-offline', '--silent'])
}

function installWithYarn(project: string, tarballs: Tarballs, linker: string): void {
  const resolutions = { '@secure-payment/core': `file:${tarballs['core']}` }
  writeFileSync(join(project, 'package.json'), manifestOf(tarballs, { resolutions }))
  // Without this file, Yarn treats an enclosing folder as the project.
  writeFileSync(join(project, 'yarn.lock'), '')
  const settings = { nodeLinker: linker, enableImmutableInstalls: false, enableTelemetry: false }
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(join(project, '.yarnrc.yml'), lines.join(''))
  run(project, ['npx', '--yes', '-p', YARN, 'yarn', 'install'])
}

function manifestOf(tarballs: Tarballs, others: object = {}): string {
  const dependencies = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [`@secure-payment/${name}`, `file:${path}`]),
  )
  return `${JSON.stringify({ name: 'shop', private: true, dependencies, ...others })}\n`
}

function findInModules(project: string, name: string): Program {
  return { command: [join(project, 'node_modules/.bin', name)], env: {} }
}

/** Yarn's `.pnp.cjs` makes Node read packages from archives. */
function findInPnp(project: string, name: string): Program {
  const path = run(project, ['npx', '--yes', '-p', YARN, 'yarn', 'bin', name]).trim()

  const [pnp, loader] = ['.pnp.cjs', '.pnp.loader.mjs'].map((file) => join(project, file))
  const options = `--require ${pnp} --experimental-loader ${loader}`
  return { command: ['node', path], env: { NODE_OPTIONS: options, NODE_NO_WARNINGS: '1' } }
}

/** Lays out the image, and installs the command line next to it. */
function installImage(folder: string, tarballs: Tarballs): Installation {
  const project = join(folder, 'project')
  const root = join(folder, 'image')
  mkdirSync(project)
  mkdirSync(root)
  installWithNpm(project, tarballs)
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  const image = layOutImage(root, (app) => run(app, ['npm', 'ci', '--prefer-offline', ...options]))
  const operatorFolder = createDataFolder(image)
  // Every user may enter the folders above the image.
  for (const above of [folder, root]) chmodSync(above, 0o755)
  return {
    host: {
      command: ['node', image.program],
      // Without a container, the host must listen only to this machine.
      env: { ...image.env, PAY_BIND: '127.0.0.1' },
      ...(process.getuid?.() === 0 && { uid: image.user }),
    },
    cli: findInModules(project, 'secure-payment'),
    operatorFolder,
  }
}

/** Creates the volume of the image, which only the image's user may write. */
function createDataFolder({ root, user }: Image): string {
  const data = join(root, 'data')
  mkdirSync(data)
  if (process.getuid?.() === 0) chownSync(data, user, user)
  return data
}

/** Returns the standard output of a command. */
function run(folder: string, [file = '', ...args]: readonly string[]): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  try {
    return execFileSync(file, args, { cwd: folder, stdio: [...stdio], encoding: 'utf8' })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? error.stdout : ''
    throw new Error(`${basename(file)} ${args[0]} failed: ${output}`, { cause: error })
  }
}
