import type { ColumnType } from 'kysely'

/** A column that an insert may omit, because the table has a default. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>
