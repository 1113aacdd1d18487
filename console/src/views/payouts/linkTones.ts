/** Each link state's colour. */
export const LINK_TONES = {
  pending: 'warning',
  completed: 'success',
  expired: 'neutral',
  invalidated: 'neutral',
} as const
