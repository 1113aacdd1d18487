import { expect, test } from 'vitest'
import { en } from '../../text/en.ts'
import { checkDomains } from './checkDomains.ts'

test('checkDomains returns each line as the origin that the API stores, without duplicates', () => {
  const text =
    ' https://Shop.Example.com/ \n\nshop.example.com\nhttp://localhost:3000\nhttps://a.test:443'
  expect(checkDomains(text, en)).toEqual({
    origins: ['https://shop.example.com', 'http://localhost:3000', 'https://a.test'],
    problem: null,
  })
})

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['https://localhost:3000', 'https://localhost:3000'],
  ['localhost.example.com', 'https://localhost.example.com'],
])('%s is stored as %s', (text, origin) => {
  expect(checkDomains(text, en)).toEqual({ origins: [origin], problem: null })
})

test.each([
  ['https://shop.example.com/cart', 1],
  ['https://ok.example.com\nhttp://shop.example.com', 2],
  ['https://*.example.com', 1],
  ['https://user@shop.example.com', 1],
  ['javascript:alert(1)', 1],
])('%j is rejected with its line', (text, line) => {
  const wrong = text.split('\n')[line - 1] ?? ''
  expect(checkDomains(text, en).problem).toBe(en.clientIds.domainInvalid(line, wrong))
})

test('checkDomains accepts one to ten domains', () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://shop-${index}.example.com`).join('\n')
  expect(checkDomains(' \n ', en).problem).toBe(en.errors.required)
  expect(checkDomains(list(10), en)).toMatchObject({ problem: null })
  expect(checkDomains(list(11), en).problem).toBe(en.clientIds.domainMany)
})
