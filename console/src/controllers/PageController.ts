import type { ConsoleView } from '../ConsoleView.ts'
import { LoadController } from './LoadController.ts'
import { RefreshController, type RefreshOptions } from './RefreshController.ts'

/** The records of a list, newest first, and the next page's cursor; null after the last page. */
export type ListPage<T> = {
  readonly records: readonly T[]
  readonly nextCursor: string | null
  /** The number of records on all pages, if the API counts them. */
  readonly total?: number
}

/** Reads the page at a cursor; the first page without a cursor. */
export type ReadPage<T> = (
  query: { readonly limit: string; readonly cursor?: string },
  signal?: AbortSignal,
) => Promise<ListPage<T>>

/** Returns a record's name, which is unique in the list. */
type NameOf<T> = (record: T) => string

const PAGE_SIZE = 20
/** The maximum number of records per call: older records on the screen are not read again. */
const MAX_REFRESHED = 100

/**
 * Reads a list page by page: the first page when its view appears, further pages on request. After a change that concerns the list, and at
 * intervals, it reads up to 100 records on the screen again.
 */
export class PageController<T> {
  readonly loader: LoadController<ListPage<T>>
  readonly #view: ConsoleView
  readonly #nameOf: NameOf<T>
  readonly #read: ReadPage<T>

  constructor(
    view: ConsoleView,
    nameOf: NameOf<T>,
    read: ReadPage<T>,
    { hears }: Pick<RefreshOptions, 'hears'> = {},
  ) {
    this.#view = view
    this.#nameOf = nameOf
    this.#read = read
    this.loader = new LoadController(view, (signal) => this.#readAgain(signal))
    new RefreshController(view, {
      isNeeded: () => true,
      refresh: () => this.loader.refresh(),
      isStale: () => this.loader.isStale,
      ...(hears !== undefined && { hears }),
    })
  }

  /** Reads the next page; the view's `submit` shows progress and failure under the name `more`. */
  async more(): Promise<void> {
    const cursor = this.loader.value?.nextCursor ?? null
    if (cursor === null) return
    const query = { limit: String(PAGE_SIZE), cursor }
    const page = await this.#view.submit.run('more', () => this.#read(query))
    const known = this.loader.value
    // Records that arrived since the first page are at the top of the list; the new page still follows the same last record.
    if (page === null || known === null || known.nextCursor !== cursor) return
    this.loader.replace({ ...page, records: this.#join(known.records, page.records) })
  }

  async #readAgain(signal: AbortSignal): Promise<ListPage<T>> {
    const shown = this.loader.value?.records.length ?? 0
    const limit = Math.min(MAX_REFRESHED, Math.max(PAGE_SIZE, shown))
    const page = await this.#read({ limit: String(limit) }, signal)
    // Another page may have arrived during the read.
    const known = this.loader.value
    const last = page.records.at(-1)
    if (known === null || last === undefined || page.nextCursor === null) return page
    const end = known.records.findIndex((one) => this.#nameOf(one) === this.#nameOf(last))
    const older = end === -1 ? [] : known.records.slice(end + 1)
    if (older.length === 0) return page
    return {
      ...page,
      records: this.#join(page.records, older),
      nextCursor: known.nextCursor,
    }
  }

  #join(newer: readonly T[], older: readonly T[]): readonly T[] {
    const names = new Set(newer.map(this.#nameOf))
    return [...newer, ...older.filter((one) => !names.has(this.#nameOf(one)))]
  }
}
