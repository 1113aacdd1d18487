import type { en } from './en.ts'

/** All sentences of one language. */
export type Text = typeof en
