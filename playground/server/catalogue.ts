/** A maker who sells through the demo shop, with a separate address for payments. */
export type Maker = { id: string; name: string; accountIndex: number }

/** A product in the demo shop. Prices are decimal strings, one per accepted currency. */
export type Product = {
  sku: string
  name: string
  description: string
  makerId: string
  art: 'beans' | 'cup' | 'kettle' | 'grinder' | 'filter' | 'tin'
  prices: { readonly [C in ShopCurrency]: string }
}

/** The shop's currencies: symbols of coins on the local chain, and francs, which the payer pays in USDC at a quoted price. */
export const SHOP_CURRENCIES = ['USDC', 'USDT', 'DAI', 'ETH', 'CHF'] as const
export type ShopCurrency = (typeof SHOP_CURRENCIES)[number]

/** Makers, with the devnet account that receives their share. */
export const makers: readonly Maker[] = [
  { id: 'north', name: 'North Roastery', accountIndex: 0 },
  { id: 'kiln', name: 'Kiln & Clay', accountIndex: 7 },
  { id: 'press', name: 'Press Works', accountIndex: 8 },
]

/** All products in the demo shop. */
export const products: readonly Product[] = [
  product(
    'beans-guji',
    'Guji Natural, 250 g',
    'Ethiopia · blueberry, jasmine, cane sugar',
    'north',
    'beans',
    ['14.5', '0.0045', '12.9'],
  ),
  product(
    'beans-huila',
    'Huila Washed, 250 g',
    'Colombia · red apple, panela, cocoa',
    'north',
    'tin',
    ['12', '0.0037', '10.7'],
  ),
  product('cup-tide', 'Tide cup', 'Hand-thrown stoneware, 180 ml', 'kiln', 'cup', [
    '28',
    '0.0088',
    '25',
  ]),
  product(
    'dripper-v',
    'Clay dripper',
    'Ribbed cone, glazed inside, for 1–2 cups',
    'kiln',
    'filter',
    ['36.25', '0.0113', '32.4'],
  ),
  product(
    'kettle-goose',
    'Gooseneck kettle',
    'Brushed steel, 0.9 l, slow pour',
    'press',
    'kettle',
    ['64', '0.02', '57'],
  ),
  product('grinder-hand', 'Hand grinder', '48 mm conical burrs, 36 clicks', 'press', 'grinder', [
    '89.9',
    '0.0281',
    '80',
  ]),
]

function product(
  sku: string,
  name: string,
  description: string,
  makerId: string,
  art: Product['art'],
  [dollars, ether, francs]: readonly [string, string, string],
): Product {
  return {
    sku,
    name,
    description,
    makerId,
    art,
    prices: { USDC: dollars, USDT: dollars, DAI: dollars, ETH: ether, CHF: francs },
  }
}
