/** The colour of each link state. */
export const LINK_TONES = {
  pending: 'warning',
  completed: 'success',
  expired: 'neutral',
  invalidated: 'neutral',
} as const
