import { findEnglish } from '../../widget/src/testing/findEnglish.ts'
import { type Checkout, createCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expect, test } from './support/story.ts'

const LANGUAGES = [
  { lang: 'de', dir: 'ltr', title: 'Zahlung', complete: 'Zahlung abgeschlossen' },
  { lang: 'ar', dir: 'rtl', title: 'الدفع', complete: 'اكتمل الدفع' },
  { lang: 'ja', dir: 'ltr', title: 'お支払い', complete: 'お支払いが完了しました' },
] as const

/**
 * The element's browser suite shows every state in every language. One payment is therefore enough in the quick tier, in a language that
 * is written from right to left.
 */
const QUICK = 'ar'

for (const { lang, dir, title, complete } of LANGUAGES) {
  test.describe(`A payer whose browser requests ${lang}`, () => {
    test.use({ locale: lang })

    test('a payer pays from start to finish without a word of English', {
      tag: lang === QUICK ? [] : '@deep',
    }, async ({ page, world, wallet: _ }) => {
      const payment = await createPayment(world, [{ symbol: 'USDC', amount: '12.5' }])
      await page.goto(payment.hostedUrl)
      const html = page.locator('html')
      await expect(html).toHaveAttribute('lang', lang)
      await expect(html).toHaveAttribute('dir', dir)
      await expect(page).toHaveTitle(new RegExp(title))
      const checkout = createCheckout(page)
      await checkout.expectState('connect')
      // The element is in English until its language has loaded.
      await expect(checkout.element.locator('.base')).toHaveAttribute('dir', dir)
      await expectNoEnglish(checkout, lang)
      await checkout.connect()
      await expectNoEnglish(checkout, lang)
      await checkout.element.locator('[part~="pay-button"]').click()
      await checkout.expectState('confirming')
      await expectNoEnglish(checkout, lang)
      await world.devnet.mine('devnet', 2)
      await checkout.expectState('succeeded', complete)
      await expectNoEnglish(checkout, lang)
      const receipt = await checkout.element.evaluate((element) =>
        'receipt' in element && typeof element.receipt === 'function'
          ? element.receipt('html')
          : '',
      )
      expect(receipt).toContain(`<html lang="${lang}" dir="${dir}"`)
      expect(await findEnglish(String(receipt).split(/<[^>]*>/), lang)).toEqual([])
    })
  })
}

/** Expects no English text, either visible or for assistive technology. */
async function expectNoEnglish({ element }: Checkout, lang: string): Promise<void> {
  const listed = await element.evaluate(({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll('*') ?? [])].flatMap((node) => {
      const shown = [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const told = ['aria-label', 'title'].map((name) => node.getAttribute(name) ?? '')
      return [...shown.map(({ textContent }) => textContent ?? ''), ...told]
    }),
  )
  expect(listed.join('').trim()).not.toBe('')
  expect(await findEnglish(listed, lang)).toEqual([])
}
