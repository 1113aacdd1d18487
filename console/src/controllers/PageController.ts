import type { ConsoleView } from '../ConsoleView.ts'
import { LoadController } from './LoadController.ts'
import { RefreshController } from './RefreshController.ts'

/** Records of a list, newest first, and the cursor of the next ones; null after the last. */
export type ListPage<T> = { readonly records: readonly T[]; readonly nextCursor: string | null }

/** Reads a page, the first without a cursor. */
export type ReadPage<T> = (
  query: { readonly limit: string; readonly cursor?: string },
  signal?: AbortSignal,
) => Promise<ListPage<T>>

const PAGE_SIZE = 20

/**
 * A list that is read page by page: the first page when its view appears and at intervals, because new records
 * arrive; further pages on request. With more than the first page, the list no longer refreshes.
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

  /** Reads the next page, as the change `more` of the view. */
  async more(): Promise<void> {
    const known = this.loader.value
    const cursor = known?.nextCursor ?? null
    if (known === null || cursor === null) return
    const query = { limit: String(PAGE_SIZE), cursor }
    const page = await this.#view.submit.run('more', () => this.#read(query))
    // A read in between has priority: this page would not follow it.
    if (page === null || this.loader.value !== known) return
    this.loader.replace({ ...page, records: [...known.records, ...page.records] })
  }
}
