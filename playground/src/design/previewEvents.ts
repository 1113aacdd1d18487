/** Names the part that the preview highlights; null if it highlights none. */
export const POINT_EVENT = 'preview-point'

/** Requests the parts and slots on the preview's screen; the preview reports changes automatically. */
export const ASK_EVENT = 'preview-ask'

/** The preview reports the parts and slots on its screen, by the keys of their controls. */
export const SHOWN_EVENT = 'preview-shown'

declare global {
  interface WindowEventMap {
    'preview-ask': Event
    'preview-point': CustomEvent<string | null>
    'preview-shown': CustomEvent<readonly string[]>
  }
}
