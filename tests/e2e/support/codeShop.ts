import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeFile, Framework } from '../../../playground/src/design/writeCode.ts'

/** The frameworks whose code is compiled. */
export type Compiled = Exclude<Framework, 'HTML'>

const EXAMPLES = join(import.meta.dirname, '../../../playground/examples')

/** A built shop in a folder, which disposing removes. */
export type CodeShop = AsyncDisposable & { readonly dist: string }

/**
 * Builds a shop from the copied files with the tools, settings and dependencies of the framework's example. The build checks types if the
 * example's build does. Adds a page that shows one order, which every shop needs.
 */
export async function buildCodeShop(
  framework: Compiled,
  files: readonly CodeFile[],
): Promise<CodeShop> {
  const { main, entry } = SHOPS[framework]
  const example = join(EXAMPLES, framework.toLowerCase())
  // The folder is below the examples, so that modules resolve as in the examples; tools and commits ignore it.
  await mkdir(join(EXAMPLES, '.vite'), { recursive: true })
  const folder = await mkdtemp(join(EXAMPLES, '.vite', `${framework.toLowerCase()}-`))
  const filter = (path: string) => !/\/(dist|node_modules)$/.test(path)
  await cp(example, folder, { recursive: true, filter })
  await rm(join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'src'))
  if (framework === 'Angular') {
    await cp(join(example, 'src/index.html'), join(folder, 'src/index.html'))
    await leaveOutStyles(join(folder, 'angular.json'))
  }
  await writeFile(join(folder, 'src', entry), main)
  for (const { name, text } of files) await writeFile(join(folder, 'src', name), `${text}\n`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await runBuild(folder)
  } catch (error) {
    await remove()
    throw error
  }
  return { dist: join(folder, 'dist'), [Symbol.asyncDispose]: remove }
}

/** Removes the style sheet of the example's shop from the build. */
async function leaveOutStyles(path: string): Promise<void> {
  const workspace = await readFile(path, 'utf8')
  await writeFile(path, workspace.replace('"styles": ["../checkout.css"],', ''))
}

async function runBuild(cwd: string): Promise<void> {
  // Builds as a merchant does: from the published packages, not from this repository's sources.
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn('npm', ['run', 'build'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The code does not build:\n${Buffer.concat(said).toString()}`)
}

/** A page per framework that requests an order, shows its payment, and shows `Paid` after the server confirms it. */
const SHOPS: Readonly<Record<Compiled, { readonly entry: string; readonly main: string }>> = {
  React: {
    entry: 'main.tsx',
    main: `import { createRoot } from 'react-dom/client'
import { createOrder } from './createOrder.ts'
import { Payment } from './Payment.tsx'

const app = document.getElementById('app')
const onPaid = () => {
  document.title = 'Paid'
}
createOrder().then((order) => {
  if (app) createRoot(app).render(<Payment order={order} onPaid={onPaid} />)
})
`,
  },
  Vue: {
    entry: 'main.ts',
    main: `import { createApp } from 'vue'
import { createOrder } from './createOrder.ts'
import ShopPayment from './ShopPayment.vue'

const onPaid = () => {
  document.title = 'Paid'
}
createOrder().then((order) => createApp(ShopPayment, { order, onPaid }).mount('#app'))
`,
  },
  Svelte: {
    entry: 'main.ts',
    main: `import { mount } from 'svelte'
import { createOrder } from './createOrder.ts'
import Payment from './Payment.svelte'

const target = document.getElementById('app')
const onPaid = () => {
  document.title = 'Paid'
}
createOrder().then((order) => {
  if (target) mount(Payment, { target, props: { order, onPaid } })
})
`,
  },
  Angular: {
    entry: 'main.ts',
    main: `import { Component, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { createOrder, type Order } from './createOrder'
import { Payment } from './payment'

@Component({
  selector: '[shop-checkout]',
  imports: [Payment],
  template: '@if (order(); as order) { <shop-payment [order]="order" (paid)="thank()" /> }',
})
class Shop {
  protected readonly order = signal<Order | null>(null)

  constructor() {
    createOrder().then((order) => this.order.set(order))
  }

  protected thank(): void {
    document.title = 'Paid'
  }
}

bootstrapApplication(Shop, { providers: [provideZonelessChangeDetection()] })
`,
  },
}
