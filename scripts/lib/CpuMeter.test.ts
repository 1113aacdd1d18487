import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CpuMeter, sumSeconds, sumTimes } from './CpuMeter.ts'

/** Uses 0.3 seconds of processor time. */
const BUSY =
  '{ const end = process.cpuUsage().user + 300000; while (process.cpuUsage().user < end); }'
const onLinux = test.runIf(process.platform === 'linux')

test('sumTimes adds the four times of proc(5) for any process name', () => {
  // pid (comm) state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime priority
  expect(sumTimes('7 (a) b (c) S 1 7 7 0 -1 4194304 1 2 3 4 150 50 1000 300 20 0 1')).toBe(15)
})

test('sumSeconds counts each process once, whether or not its parent outlived it', () => {
  const one = (pid: number, parent: number, own: number, ofChildren: number, look: number) => {
    return { pid, parent, startedAt: '1', own, ofChildren, look }
  }
  const root = one(1, 0, 1, 15, 12)
  // The root's ended children used 15 seconds: 7 and 5 of two known children, and 3 of children that no look saw.
  const ended = one(2, 1, 5, 2, 4)
  // A browser and its helper ended after the same look, so the browser's time does not contain its helper's.
  const browser = one(3, 1, 4, 1, 9)
  const helper = one(4, 3, 6, 0, 9)
  expect(sumSeconds([root, ended, browser, helper])).toBe(1 + 3 + (5 + 2) + (4 + 1) + 6)
})

onLinux('a meter includes the time of a child that ended between two looks', () => {
  using meter = new CpuMeter(600_000)
  const before = meter.readSeconds() ?? Number.NaN
  execFileSync(process.execPath, ['-e', BUSY])
  expect(meter.readSeconds()).toBeGreaterThanOrEqual(before + 0.29)
})

onLinux('a meter includes the time of a process whose parent ended first', async () => {
  using meter = new CpuMeter(20)
  const before = meter.readSeconds() ?? Number.NaN
  // The shell ends when it can read a line, before the program that it has started.
  const shell = spawn('sh', ['-c', '"$0" -e "$1$1$1" & read line', process.execPath, BUSY])
  await expect.poll(() => meter.readSeconds()).toBeGreaterThan(before + 0.1)
  shell.stdin.end('\n')
  await once(shell, 'exit')
  await expect.poll(() => meter.readSeconds()).toBeGreaterThanOrEqual(before + 0.89)
})
