import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences for the delivery list; part of {@link en}. */
export const deliveries = {
  title: 'Deliveries',
  of: (url: string) => `to ${url}`,
  back: 'All webhooks',
  filter: 'Show',
  status: {
    all: 'All',
    pending: 'Waiting',
    delivered: 'Delivered',
    dead: 'Failed',
    cancelled: 'Cancelled',
  },
  empty: 'Nothing here yet',
  emptyText: 'Deliveries appear here as soon as something happens to a payment.',
  emptyFilter: 'No delivery with this status.',
  older: 'Older deliveries',
  refresh: 'Refresh',
  test: 'Test',
  replayed: (count: number) => plural(count, 'Replayed once', `Replayed ${count} times`),
  attempts: (count: number) => plural(count, '1 attempt', `${count} attempts`),
  next: (when: string) => `Next attempt ${when}`,
  replayAll: 'Redeliver all failed',
  replayAllTitle: 'Redeliver all failed deliveries?',
  replayAllText:
    'Each is sent again with its own delivery ID, so that your server can recognise repeats. Up to 1,000 at once, without tests.',
  replayedAll: (count: number, remaining: number) =>
    remaining > 0
      ? `On their way: ${count}. Remaining: ${remaining}.`
      : count === 0
        ? 'Nothing to redeliver: no delivery other than tests failed.'
        : plural(count, '1 delivery is on its way.', `${count} deliveries are on their way.`),
}
