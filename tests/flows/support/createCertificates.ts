import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate with its key, in PEM. */
export type Certificate = { cert: string; key: string }

/** A test authority, and certificates that it signed or did not sign. */
export type Certificates = {
  /** The authority's certificate, in PEM. */
  authority: string
  /** A certificate for `host`, valid until the year 2049. */
  valid: Certificate
  /** An expired certificate for `host`, valid until the year 2020. */
  expired: Certificate
  /** A certificate for another host. */
  otherHost: Certificate
  /** A self-signed certificate for `host`. */
  selfSigned: Certificate
}

/** The configuration of `openssl ca`, which registers signed certificates in `index.txt`. */
const CONFIG = `
[ca]
default_ca = own
[own]
dir = .
database = index.txt
new_certs_dir = .
serial = serial
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
`

/** Creates the certificates with openssl in a temporary folder, which is removed afterwards. */
export function createCertificates(host: string): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-tls-'))
  const run = (...args: string[]) => openssl(folder, args)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const sign = (name: string, forHost: string, from: string, to: string): Certificate => {
    const names = ['-subj', `/CN=${forHost}`, '-addext', `subjectAltName=DNS:${forHost}`]
    const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`]
    run('req', '-config', 'ca.cnf', ...NEW_KEY, ...names, ...files)
    const period = ['-startdate', from, '-enddate', to]
    const signer = ['-cert', 'ca.pem', '-keyfile', 'ca.key']
    const more = ['-batch', '-notext', '-in', `${name}.csr`, '-out', `${name}.pem`]
    run('ca', '-config', 'ca.cnf', ...signer, ...period, ...more)
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) }
  }
  try {
    writeFileSync(join(folder, 'ca.cnf'), CONFIG)
    writeFileSync(join(folder, 'index.txt'), '')
    writeFileSync(join(folder, 'serial'), '01')
    const own = ['-x509', '-days', '1', '-subj', '/CN=Tests']
    const usage = ['-addext', 'basicConstraints=critical,CA:TRUE']
    run(
      'req',
      '-config',
      'ca.cnf',
      ...NEW_KEY,
      ...own,
      ...usage,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    )
    const self = ['-x509', '-days', '1', '-subj', `/CN=${host}`]
    const names = [
      '-addext',
      `subjectAltName=DNS:${host}`,
      '-keyout',
      'self.key',
      '-out',
      'self.pem',
    ]
    run('req', '-config', 'ca.cnf', ...NEW_KEY, ...self, ...names)
    const past = '20190101000000Z'
    const future = '20491231000000Z'
    return {
      authority: read('ca.pem'),
      valid: sign('valid', host, past, future),
      expired: sign('expired', host, past, '20200101000000Z'),
      otherHost: sign('other', `other.${host}`, past, future),
      selfSigned: { cert: read('self.pem'), key: read('self.key') },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function openssl(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args.join(' ')} failed: ${stderr}`)
}
