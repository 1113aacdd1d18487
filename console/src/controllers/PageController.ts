import type { ConsoleView } from '../ConsoleView.ts'
import { LoadController } from './LoadController.ts'
import { RefreshController } from './RefreshController.ts'

/** Records of a list, newest first, and where the next ones begin; null after the last. */
export type ListPage<T> = { readonly records: readonly T[]; readonly nextCursor: string | null }

/** Reads a page, the first without a cursor. */
export type ReadPage<T> = (
  query: { readonly limit: string; readonly cursor?: string },
  signal?: AbortSignal,
) => Promise<ListPage<T>>

const PAGE_SIZE = 20

/**
 * A list that is read page after page: the first when its view appears, and again and again, as records come by themselves; further
 * ones when asked. More than the first page stays as it was read.
 */
export class PageController<T> {
  readonly loader: LoadController<ListPage<T>>
  readonly #view: ConsoleView
  readonly #read: ReadPage<T>

  constructor(view: ConsoleView, read: ReadPage<T>) {
    this.#view = view
    this.#read = read
    this.loader = new LoadController(view, (signal) => read({ limit: String(PAGE_SIZE) }, signal))
    new RefreshController(view, {
      isNeeded: () => (this.loader.value?.records.length ?? 0) <= PAGE_SIZE,
      refresh: () => this.loader.refresh(),
    })
  }

  /** Reads the page behind what is there, as the change `more` of the view. */
  async more(): Promise<void> {
    const known = this.loader.value
    const cursor = known?.nextCursor ?? null
    if (known === null || cursor === null) return
    const query = { limit: String(PAGE_SIZE), cursor }
    const page = await this.#view.submit.run('more', () => this.#read(query))
    // What was read again meanwhile stands: the page would not follow it.
    if (page === null || this.loader.value !== known) return
    this.loader.replace({ ...page, records: [...known.records, ...page.records] })
  }
}
