/** The colour of each state of a link. */
export const LINK_TONES = {
  pending: 'warning',
  completed: 'success',
  expired: 'neutral',
  invalidated: 'neutral',
} as const
