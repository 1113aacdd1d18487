import { z } from 'zod'
import {
  type Form,
  form,
  header,
  json,
  optional,
  setting,
  split,
  wholeNumber,
} from './settingForms.ts'

/** The ids of the price sources, in the order of the documentation. */
const PRICE_SOURCES = ['chainlink', 'coinbase', 'coinbase-exchange', 'kraken', 'coingecko'] as const
export type PriceSourceId = (typeof PRICE_SOURCES)[number]

const MAX_BPS = 10_000
const MAX_AGE_S = 7 * 24 * 3_600
const MAX_QUOTE_S = 3_600
const MIN_QUOTE_S = 60

const sources: Form<PriceSourceId[]> = form(
  `must list some of ${PRICE_SOURCES.join(', ')}, or be empty`,
  (value) => {
    const named = split(value)
    const found = PRICE_SOURCES.filter((id) => named.includes(id))
    return found.length === named.length ? found : undefined
  },
)

const URLS = 'must be a JSON object of price source to URL'
const urls: Form<Readonly<Partial<Record<PriceSourceId, string>>>> = json(
  URLS,
  z.partialRecord(z.enum(PRICE_SOURCES, URLS), z.url({ protocol: /^https?$/, error: URLS }), URLS),
)

/** The settings of market prices and quotes. */
export const priceSettings = z.object({
  /** Empty to disable quotes. */
  sources: setting('PAY_PRICE_SOURCES', '', sources).describe(
    `Sources of market prices, comma separated: ${PRICE_SOURCES.join(', ')}. With at least PAY_PRICE_MIN_SOURCES of them, payers can pay in a currency for which the chain has no rate, at a quoted price. Default: none, so the host quotes no prices. See docs/guides/quoted-prices.md.`,
  ),
  minSources: setting('PAY_PRICE_MIN_SOURCES', '2', wholeNumber(1, PRICE_SOURCES.length)).describe(
    'Number of sources that must have a fresh price.',
  ),
  maxSpreadBps: setting('PAY_PRICE_MAX_SPREAD_BPS', '100', wholeNumber(1, MAX_BPS)).describe(
    'Maximum difference between two sources in basis points; above it, there is no price.',
  ),
  maxFeedSpreadBps: setting(
    'PAY_PRICE_MAX_FEED_SPREAD_BPS',
    '200',
    wholeNumber(1, MAX_BPS),
  ).describe(
    'Maximum difference between the price and a feed on chain in basis points; above it, there is no price.',
  ),
  maxAgeS: setting('PAY_PRICE_MAX_AGE_S', '180', wholeNumber(1, MAX_AGE_S)).describe(
    'Maximum age of a source’s price in seconds.',
  ),
  maxFeedAgeS: setting('PAY_PRICE_MAX_FEED_AGE_S', '90000', wholeNumber(1, MAX_AGE_S)).describe(
    'Maximum age of a feed on chain in seconds. Feeds are updated at least daily.',
  ),
  /** URLs that replace the sources' public ones. */
  urls: setting('PAY_PRICE_URLS', '{}', urls).describe(
    'JSON object of price source to URL, for a proxy or a stand-in: {"kraken":"http://localhost:9000"}.',
  ),
  coingeckoApiKey: optional('PAY_COINGECKO_API_KEY', header).describe(
    'API key of CoinGecko, sent as x-cg-demo-api-key. Default: none.',
  ),
  /** The time for which a quote is valid. */
  quoteS: setting('PAY_QUOTE_SECONDS', '600', wholeNumber(MIN_QUOTE_S, MAX_QUOTE_S)).describe(
    'Seconds for which a quoted price is valid.',
  ),
  /** The time after a quote's expiry in which a block still counts. */
  graceS: setting('PAY_QUOTE_GRACE_SECONDS', '300', wholeNumber(0, MAX_QUOTE_S)).describe(
    'Seconds after a quote’s expiry in which a payment still counts at the quoted price.',
  ),
})
