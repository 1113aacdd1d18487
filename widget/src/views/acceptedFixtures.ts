import type { Model } from '../model.ts'
import type { Cost, PayOption } from '../payOption.ts'
import { dollarPayment, PAYEES } from './fixturePayments.ts'

const DOLLARS_PER_COIN = 2_500

/** A row of the choice: symbol, network and its name, amount due, balance, and the balance's worth in dollars. */
type CurrencyRow = readonly [string, string, string, string, string, number]
const ROWS: readonly CurrencyRow[] = [
  ['USDC', 'base', 'Base', '80', '1204.5', 1_204.5],
  ['ETH', 'arbitrum-one', 'Arbitrum One', '0.032', '0.41', 1_025],
  ['USDT', 'mainnet', 'Ethereum', '80', '820', 820],
  ['DAI', 'optimism', 'Optimism', '80', '610.25', 610.25],
  ['USDC', 'matic', 'Polygon', '80', '340', 340],
  ['EURC', 'base', 'Base', '69.57', '240', 276],
  ['USDC', 'arbitrum-one', 'Arbitrum One', '80', '150', 150],
  ['ETH', 'base', 'Base', '0.032', '0.05', 125],
  ['USDC', 'mainnet', 'Ethereum', '80', '12', 12],
  ['DAI', 'mainnet', 'Ethereum', '80', '0', 0],
]
const PAYABLE = 8
/** The currencies that need a wallet of another family. */
const OTHERS = [{ symbol: 'USDT', networkName: 'Tron' }]
const FEES_IN_COINS = ['0.00001', '0.0002'] as const

/** Creates the choice among accepted currencies: of a few, and of more than the screen lists at first. */
export function createAcceptedFixtures(options: Model): Readonly<Record<string, Model>> {
  const rows = ROWS.map((row, index) => createRow(row, index < PAYABLE))
  const choosing = (own: readonly PayOption[], listed = own): Model => ({
    ...options,
    payment: {
      ...dollarPayment,
      plan: { way: 'quoted', rail: 'quoted' },
      raw: { options: listed.map(({ id }) => ({ option: id })) },
    },
    state: 'options',
    optionId: null,
    options: own.map((row, index) => (index === 0 ? { ...row, others: OTHERS } : row)),
  })
  return {
    'options-accepted': choosing([...rows.slice(0, 3), ...rows.slice(PAYABLE)]),
    'options-accepted-many': choosing(rows),
    'options-accepted-poor': choosing(rows.slice(PAYABLE)),
    'options-accepted-seven': choosing(rows.slice(0, 7)),
    'options-accepted-own-last': choosing(
      rows.slice(0, PAYABLE),
      rows.slice(0, PAYABLE).toReversed(),
    ),
    'options-accepted-coin': choosing([
      ...rows.slice(0, 2),
      createRow(['ETH', 'mainnet', 'Ethereum', '0.032', '0.0123456', 30.86], false),
    ]),
    'options-accepted-routes': choosing([...withRoutes(rows.slice(PAYABLE)), ...createWays()]),
    'options-accepted-routes-poor': choosing([
      ...withRoutes(rows.slice(PAYABLE)),
      ...createWays().filter(({ hasEnoughBalance }) => !hasEnoughBalance),
    ]),
    'options-accepted-routes-none': choosing(withRoutes(rows.slice(PAYABLE))),
  }
}

function withRoutes([first, ...more]: readonly PayOption[]): PayOption[] {
  return first ? [{ ...first, otherTokens: 'listed' }, ...more] : []
}

/** Two ways from other chains that the wallet can pay, one without the coin of its network fee, and one without enough tokens. */
function createWays(): PayOption[] {
  const spending = (symbol: string, amount: string): Cost => ({ symbol, amount })
  return [
    createWay('optimism', 'Optimism', spending('USDC', '80.12'), { balance: '410' }),
    createWay('base', 'Base', spending('USDT', '80.2'), { balance: '96.5' }),
    createWay('matic', 'Polygon', spending('USDT', '80.3'), {
      balance: '120',
      hasEnoughGas: false,
      lackingGas: {
        balance: { symbol: 'POL', amount: '0.0031' },
        missing: { symbol: 'POL', amount: '0.0209' },
      },
    }),
    createWay('arbitrum-one', 'Arbitrum One', spending('USDT', '80.4'), {
      balance: '15',
      hasEnoughBalance: false,
    }),
  ]
}

function createWay(
  network: string,
  networkName: string,
  cost: Cost,
  means: Partial<PayOption>,
): PayOption {
  const { symbol, amount } = cost
  const inDollars = (dollars: number) => ({ symbol: 'USD', amount: dollars.toFixed(2) })
  return {
    id: `${network}:${symbol}`,
    network,
    symbol,
    needed: amount,
    costs: [{ symbol: 'USD', amount: '80' }],
    spending: [cost],
    balance: null,
    hasEnoughBalance: true,
    missing: means.hasEnoughBalance === false ? { symbol, amount: '65.4' } : null,
    hasEnoughGas: true,
    route: 'bridge',
    bridge: {
      chain: network.toUpperCase(),
      networkName,
      fee: { symbol, amount: String(Math.round((Number(amount) - 80) * 100) / 100) },
      durationS: 8,
      costs: {
        networkFee: { symbol: network === 'matic' ? 'POL' : 'ETH', amount: '0.00001' },
        feeWorth: inDollars(0.03),
        total: inDollars(Number(amount) + 0.03),
      },
      arrival: {
        plan: { way: 'quoted', rail: 'quoted' },
        pricing: 'market',
        listed: {
          currency: 'USDC-mainnet',
          network: 'mainnet',
          payee: PAYEES[0],
          tokenAddress: null,
          paymentReference: '0x00000000000000b1',
          symbol: 'USD',
          amount: '80',
          fee: null,
        },
      },
    },
    ...means,
  }
}

function createRow(
  [symbol, network, networkName, amount, balance, worth]: CurrencyRow,
  isPayable: boolean,
): PayOption {
  const [low, high] = FEES_IN_COINS
  const fee = network === 'mainnet' ? high : low
  const inDollars = (dollars: number) => ({ symbol: 'USD', amount: dollars.toFixed(2) })
  const feeWorth = Number(fee) * DOLLARS_PER_COIN
  const currency = `${symbol}-${network}`
  return {
    id: currency,
    symbol,
    network,
    needed: amount,
    route: 'direct',
    costs: [{ symbol: 'USD', amount: '80' }],
    spending: [{ symbol, amount }],
    balance,
    missing: isPayable ? null : { symbol, amount: String(Number(amount) - Number(balance)) },
    hasEnoughBalance: isPayable,
    hasEnoughGas: true,
    accepted: {
      networkName,
      pricing: 'market',
      amount: { symbol, amount },
      networkFee: { symbol: 'ETH', amount: fee },
      balanceWorth: inDollars(worth),
      feeWorth: inDollars(feeWorth),
      total: inDollars(80 + feeWorth),
      listed: {
        currency,
        network,
        payee: PAYEES[0],
        tokenAddress: null,
        paymentReference: '0x00000000000000b1',
        symbol: 'USD',
        amount: '80',
        fee: null,
      },
    },
  }
}
