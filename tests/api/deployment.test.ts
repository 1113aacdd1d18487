import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { networks } from '@secure-payment/core/networks'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { settingNames } from '../../host/src/settings.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const UNIT = join(ROOT, 'host/deploy/secure-payment.service')
const SYSTEMD = '/usr/bin/systemd-analyze'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const settings = new Set(settingNames(networks.map(({ id }) => id)))
/** The time in seconds that a stopping host needs at most: its calls, then its webhooks. */
const STOP_S = 20

it.skipIf(!existsSync(SYSTEMD))('systemd accepts the unit, and rates it as safe', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  const unit = join(folder, 'secure-payment.service')
  try {
    copyFileSync(UNIT, unit)
    const verified = spawnSync(SYSTEMD, ['verify', unit], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes(unit))).toEqual([])
    const rated = spawnSync(SYSTEMD, ['security', '--offline=yes', unit], { encoding: 'utf8' })
    const [, exposure] = rated.stdout.match(/exposure level for \S+: (\d+\.\d)/) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('the unit reads all settings from the file that operators’ commands read, and gives the host time to stop', () => {
  const unit = read('host/deploy/secure-payment.service')
  expect(unit).not.toMatch(/^(Environment|LoadCredential|DynamicUser)=/m)
  const [, file] = unit.match(/^EnvironmentFile=(\S+)$/m) ?? []
  const [, user] = unit.match(/^User=(\S+)$/m) ?? []
  const guide = read('docs/guides/run-the-host.md')
  expect(guide).toContain(
    `sudo -u ${user} node_modules/.bin/secure-payment-host doctor --env-file ${file}`,
  )
  expect(Number(unit.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(STOP_S)
})

it('compose sets only settings of the host, gives it time to stop, and publishes its port only on this machine', () => {
  const { host, proxy } = parse(read('compose.yaml')).services
  for (const name of Object.keys(host.environment)) expect(settings).toContain(name)
  expect(Number.parseInt(host.stop_grace_period, 10)).toBeGreaterThan(STOP_S)
  expect(host.ports).toEqual(['127.0.0.1:8080:8080'])
  expect(proxy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro')
  expect(read('Caddyfile')).toContain('reverse_proxy host:8080')
})
