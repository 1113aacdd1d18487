/**
 * Addresses that no webhook may reach. In a separate network, live targets listen on them and on {@link PUBLIC_ADDRESS}.
 */
export const PRIVATE_ADDRESSES = [
  '127.0.0.1',
  '127.8.9.10',
  '10.0.0.1',
  '10.255.255.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '::1',
  'fd00::1',
  'fd00:ec2::254',
] as const

/** An address outside the reserved ranges, which only a test's own network uses here. */
export const PUBLIC_ADDRESS = '93.184.216.34'

/** Spellings of URLs that lead, or could lead, to {@link PRIVATE_ADDRESSES} or to a protocol other than HTTPS. */
export const FORBIDDEN_URLS = [
  // Loopback in every notation that a URL parser accepts.
  'https://127.0.0.1/',
  'https://127.8.9.10/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0.0.0.0/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://localhost:8443/',
  // Private networks, shared and benchmark ranges.
  'https://10.0.0.1/',
  'https://10.255.255.254:8443/',
  'https://0x0a000001/',
  'https://167772161/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  // Addresses at which clouds serve credentials.
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/latest/meta-data/',
  'https://0xa9fea9fe/latest/meta-data/',
  'https://[::ffff:169.254.169.254]/latest/meta-data/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://[fe80::1]/',
  // IPv4 inside IPv6: NAT64, 6to4, Teredo.
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  // Multicast, broadcast, reserved.
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://240.0.0.1/',
  'https://[ff02::1]/',
  // Other schemes, credentials, and ports of other protocols.
  `http://${PUBLIC_ADDRESS}/`,
  `ftp://${PUBLIC_ADDRESS}/`,
  'file:///etc/passwd',
  'gopher://127.0.0.1:9200/',
  `https://user:pass@${PUBLIC_ADDRESS}/`,
  `https://${PUBLIC_ADDRESS}@127.0.0.1/`,
  'https://127.0.0.1#@example.com/',
  `https://${PUBLIC_ADDRESS}:80/`,
  `https://${PUBLIC_ADDRESS}:22/`,
] as const
