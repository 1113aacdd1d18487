import { describe, expect, test } from 'vitest'
import { clientAddress, normalizeAddress } from './clientAddress.ts'

function address(peer: string, forwarded: string | undefined, trustedProxies: number): string {
  const request = {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: peer },
  }
  // `clientAddress` reads only these two members.
  return clientAddress(request as unknown as Parameters<typeof clientAddress>[0], trustedProxies)
}

describe('the address of a caller', () => {
  test('the address of a caller is the peer when no proxy is trusted, regardless of the header', () => {
    expect(address('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7')
    expect(address('203.0.113.7', undefined, 0)).toBe('203.0.113.7')
  })

  test('the address of a caller is the peer of the outermost trusted proxy', () => {
    expect(address('10.0.0.1', '198.51.100.1', 1)).toBe('198.51.100.1')
    expect(address('10.0.0.1', '198.51.100.1, 10.0.0.2', 2)).toBe('198.51.100.1')
  })

  test('the address of a caller is never a value that the caller put in the header', () => {
    expect(address('10.0.0.1', '1.1.1.1, 2.2.2.2, 198.51.100.1', 1)).toBe('198.51.100.1')
    expect(address('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', 2)).toBe('198.51.100.1')
    expect(address('10.0.0.1', `${'9.9.9.9,'.repeat(500)}198.51.100.1`, 1)).toBe('198.51.100.1')
  })

  test('the address of a caller is the nearest known address when a proxy omitted the header or wrote no address', () => {
    expect(address('10.0.0.1', undefined, 1)).toBe('10.0.0.1')
    expect(address('10.0.0.1', '', 1)).toBe('10.0.0.1')
    expect(address('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
    expect(address('10.0.0.1', 'unknown, 10.0.0.2', 2)).toBe('10.0.0.2')
    expect(address('10.0.0.1', '198.51.100.1', 3)).toBe('198.51.100.1')
  })
})

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:52000', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('the address %s counts as %s', (text, counted) => {
    expect(normalizeAddress(text)).toBe(counted)
  })

  test.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '0xcb007107',
    '127.1',
    ':::',
    'example.com',
  ])('an address is never %j', (text) => {
    expect(normalizeAddress(text)).toBeNull()
  })
})
