/** Tells the preview which part to point at: its name, or null for none. */
export const POINT_EVENT = 'preview-point'

/** Asks the preview to tell what is on its screen now; it tells changes by itself. */
export const ASK_EVENT = 'preview-ask'

/** The preview tells which parts and slots are on its screen, by the keys of their knobs. */
export const SHOWN_EVENT = 'preview-shown'

declare global {
  interface WindowEventMap {
    'preview-ask': Event
    'preview-point': CustomEvent<string | null>
    'preview-shown': CustomEvent<readonly string[]>
  }
}
